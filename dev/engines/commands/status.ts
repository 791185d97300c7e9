import { engines } from '../catalogue/index.ts';
import { processesOf, runningPid } from '../runtime/daemon.ts';
import type { Engine, Group } from '../runtime/engine.ts';
import { type Health, healthOf } from '../runtime/health.ts';
import type { Home } from '../runtime/home.ts';
import { factsOf } from '../runtime/proc.ts';

export interface EngineStatus {
  readonly name: string;
  readonly title: string;
  readonly group: Group;
  readonly health: Health;
  readonly ports: Readonly<Record<string, number>>;
  readonly since: string | undefined;
  readonly processes: readonly { readonly pid: number; readonly uid: number; readonly command: string }[];
  readonly residentBytes: number;
}

export function statusOf(home: Home, groups: readonly Group[]): Promise<readonly EngineStatus[]> {
  return Promise.all(engines.filter((engine) => groups.includes(engine.group)).map((engine) => one(home, engine)));
}

async function one(home: Home, engine: Engine): Promise<EngineStatus> {
  const pids = (await Promise.all(engine.daemons.toReversed().map((daemon) => processesOf(home, daemon.name)))).flat();
  const facts = (await Promise.all(pids.map(factsOf))).filter((fact) => fact !== undefined);
  const record = await runningPid(home, engine.daemons.at(-1)?.name ?? engine.name);
  return {
    name: engine.name,
    title: engine.title,
    group: engine.group,
    health: await healthOf(home, engine),
    ports: Object.fromEntries(engine.ports.map((port) => [port, home.port(port)])),
    since: record?.startedAt,
    processes: facts.map(({ pid, uid, command }) => ({ pid, uid, command })),
    residentBytes: facts.reduce((sum, fact) => sum + fact.residentBytes, 0),
  };
}

/** A table for people: one line an engine, reasons under it. */
export function statusTable(rows: readonly EngineStatus[]): string {
  const cells = rows.map((row) => [
    row.name,
    row.health.state,
    row.title,
    row.processes[0] === undefined ? '' : String(row.processes[0].pid),
    row.residentBytes === 0 ? '' : `${Math.round(row.residentBytes / 1024 / 1024)} MB`,
    Object.values(row.ports)[0] === undefined ? '' : `127.0.0.1:${Object.values(row.ports)[0]}`,
    row.since?.slice(0, 19).replace('T', ' ') ?? '',
  ]);
  const head = ['engine', 'state', 'version', 'pid', 'memory', 'address', 'since (UTC)'];
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((cell) => cell[column]?.length ?? 0)));
  const line = (cell: readonly string[]) =>
    cell
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const lines = [line(head)];
  for (const [index, row] of rows.entries()) {
    lines.push(line(cells[index] ?? []));
    if ('reason' in row.health) lines.push(`    ${row.health.reason.split('\n')[0]}`);
  }
  return lines.join('\n');
}
