import type { MonitorProcess } from './monitor-process.ts';
import { nodeLine, workloadLine } from './fresh-list.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

/** What the monitor tells of nodes and workloads by its API, one line each. */
export async function monitorView(
  monitor: MonitorProcess,
): Promise<{ readonly nodes: readonly string[]; readonly workloads: readonly string[] }> {
  const all = async <Row>(path: string): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await monitor.ask(
        `${path}?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
      const page = answer.body as Page<Row>;
      rows.push(...page.data);
      cursor = page.next_cursor;
    }
    return rows;
  };
  const [nodes, workloads] = await Promise.all([
    all<{ name: string; uid: string; cordoned: boolean }>('/api/v1/nodes'),
    all<{ namespace: string; name: string; desired: number }>('/api/v1/workloads'),
  ]);
  return {
    nodes: nodes.map(({ name, uid, cordoned }) => nodeLine(name, uid, cordoned)),
    workloads: workloads.map(({ namespace, name, desired }) => workloadLine(`${namespace}/${name}`, desired)),
  };
}
