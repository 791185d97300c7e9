import { describe, expect, onTestFinished, test } from 'vitest';
import { type Handler, json, rawServer } from '../../sdk/test/raw-server.ts';
import { tellWorkload } from '../src/groups/workloads/tell-workload.ts';
import type { WorkloadPage } from '../src/groups/workloads/workload.ts';
import { outputOf } from '../src/output/output.ts';
import { run, start } from './running.ts';

/** What `wheelhouse workloads` makes of what the API answers: here by a server that answers as a test says. */
const cluster = '0199d0c2-0000-7000-8000-0000000000c1';
const at = '2026-11-18T03:00:00.000Z';

const page: WorkloadPage = {
  cluster_id: cluster,
  kind: 'Deployment',
  namespace: 'shop',
  name: 'checkout',
  status: 'ok',
  reason: null,
  message: null,
  desired: 2,
  ready: 2,
  available: 2,
  updated: 2,
  images: ['acme/checkout:3.4.0'],
  containers: ['web'],
  replicas_by: { manager: 'kubectl', at: null },
  template_by: null,
  owner: null,
  app_id: null,
  created_at: at,
  pods: [],
  pods_total: 0,
  events: [],
  issues: [],
  changes: [],
  logs: { allowed: true, grant: null },
  observed_at: at,
  stale: false,
  fault: null,
};
const pod: WorkloadPage['pods'][number] = {
  name: 'checkout-1',
  phase: 'Running',
  ready: true,
  deleting: false,
  restarts: 0,
  created_at: at,
  reason: null,
  message: null,
  node: 'node-7',
  is_new: true,
};
const event: NonNullable<WorkloadPage['events']>[number] = {
  type: 'Normal',
  reason: 'Pulled',
  message: 'It was there already',
  object: { kind: 'Pod', name: 'checkout-1' },
  count: 1,
  last_at: at,
};
const issue: WorkloadPage['issues'][number] = {
  id: cluster,
  cluster_id: cluster,
  severity: 'critical',
  category: 'workloads',
  reason: 'crash_loop',
  object: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
  message: '1 of 2 pods is in a crash loop',
  first_seen: at,
  last_seen: at,
  count: 1,
  score_impact: 8,
  capped: false,
  suggested_action: 'Read its logs.',
  action_id: null,
  expected: false,
};

const linesOf = (more: Partial<WorkloadPage> = {}) => tellWorkload(outputOf(false), { ...page, ...more }, 'prod-eu');

describe('a workload as it is shown', () => {
  test('that is well is a few lines', () => {
    expect(linesOf({ pods: [pod] })).toEqual([
      'Deployment shop/checkout',
      'state       ok',
      'wanted      2 pods, 2 ready, 2 available, 2 up to date; kubectl set that',
      'image       acme/checkout:3.4.0',
      'pods        checkout-1 on node-7: ready',
      `created     ${at}`,
      'cluster     prod-eu',
    ]);
  });

  test('has first what is wrong and what it costs; of events the warnings, of pods why each is not ready', () => {
    const lines = linesOf({
      status: 'stuck',
      message: '1 of 2 new pods cannot pull acme/checkout:4.',
      issues: [issue, { ...issue, score_impact: 0, expected: true, action_id: cluster }],
      pods: [
        { ...pod, ready: false, reason: 'CrashLoopBackOff', message: 'back-off 20s', restarts: 3, node: null },
        { ...pod, name: 'checkout-2', deleting: true, restarts: 1 },
      ],
      pods_total: 14,
      events: [event, { ...event, type: 'Warning', reason: 'BackOff', message: 'Back-off restarting', count: 4 }],
    });
    expect(lines.slice(1, 7)).toEqual([
      'state       stuck',
      '            1 of 2 new pods cannot pull acme/checkout:4.',
      `issue       -8 1 of 2 pods is in a crash loop, since ${at}`,
      '            Read its logs.',
      `issue       0 1 of 2 pods is in a crash loop, since ${at}`,
      `            Expected while action ${cluster} runs.`,
    ]);
    for (const line of [
      'pods        checkout-1: CrashLoopBackOff, 3 restarts: back-off 20s',
      '            checkout-2 on node-7: Terminating, 1 restart',
      '            and 12 more',
      `events      BackOff 4×, Pod checkout-1, ${at}: Back-off restarting`,
    ])
      expect(lines).toContain(line);
    expect(lines.join('\n')).not.toContain('Pulled');
  });

  test('of a cluster that does not answer says from when it is, and why', () => {
    const lines = linesOf({ stale: true, fault: 'It did not answer within 5 s.', events: null, pods_total: null });
    expect(lines.slice(2, 4)).toEqual([
      `stale       the cluster does not answer; this is what was known ${at}, without pods and events`,
      '            It did not answer within 5 s.',
    ]);
    expect(lines.join('\n')).not.toMatch(/^(pods|events)/m);
  });

  test('whose logs may not be read has the command that grants it', () => {
    expect(linesOf({ logs: { allowed: false, grant: 'kubectl create clusterrole x' } })).toEqual(
      expect.arrayContaining([
        'logs        the credentials of the cluster may not read them',
        '            to grant it: kubectl create clusterrole x',
      ]),
    );
  });

  test('moves no cursor, whatever a cluster says', () => {
    const hostile = 'a\u001b[2J\u202eb\nc';
    const lines = linesOf({
      name: hostile,
      message: hostile,
      images: [hostile],
      pods: [{ ...pod, name: hostile, reason: hostile, message: hostile }],
      events: [{ ...event, reason: hostile, message: hostile }],
      issues: [{ ...issue, message: hostile, suggested_action: hostile }],
      fault: hostile,
      stale: true,
    });
    // oxlint-disable-next-line no-control-regex -- that there is none
    expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u202e]/.test(line))).toEqual([]);
  });
});

const one = { kind: 'Deployment', namespace: 'shop', name: 'checkout' };
const listOf = (...data: readonly object[]) => json(200, { data, next_cursor: null, total: data.length });
const framed = ([name, data]: readonly [string, object], id: number) =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

type Told = readonly (readonly [string, object])[];

/** Tells these, and stays open. */
const telling = (...told: Told): Handler => {
  return (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    outgoing.write(told.map(framed).join(''));
  };
};

/** A cluster prod-eu with one workload, and this as its logs. */
async function serving(logs: Handler) {
  const server = await rawServer((outgoing, incoming) => {
    const { pathname } = new URL(incoming.url ?? '', 'http://here');
    if (pathname.endsWith('/logs')) return logs(outgoing, incoming);
    const answer = pathname.endsWith('/clusters') ? listOf({ id: cluster, name: 'prod-eu' }) : listOf(one);
    return answer(outgoing, incoming);
  });
  onTestFinished(() => server.close());
  const environment = { WHEELHOUSE_URL: server.baseUrl.replace(/\/api$/, ''), WHEELHOUSE_TOKEN: 'whp_somebodys' };
  const asked = () => {
    const last = server.came.map(({ url = '' }) => new URL(url, 'http://here')).findLast(isOfLogs);
    return { path: last?.pathname, query: Object.fromEntries(last?.searchParams ?? []) };
  };
  return { environment, asked };
}

const isOfLogs = ({ pathname }: URL) => pathname.endsWith('/logs');
const snapshot = ['snapshot', { pods: [{ name: 'checkout-1' }, { name: 'checkout-2' }] }] as const;
const line = (name: string, text: string) => ({ pod: name, at, text });
const complete = ['ended', { reason: 'complete' }] as const;

describe('workloads logs', () => {
  test('writes lines to stdout, which pods come and go to stderr, and ends when all was told', async () => {
    const { environment, asked } = await serving(
      telling(
        snapshot,
        ['lines', { lines: [line('checkout-1', 'GET /'), line('checkout-2', 'x\u001b[2Jy')] }],
        ['pod_left', { pod: 'checkout-2', reason: 'deleted' }],
        ['pod_joined', { pod: 'checkout-3' }],
        ['something_new', {}],
        ['lines', { lines: [line('checkout-3', 'listening')] }],
        complete,
      ),
    );
    expect(await run(['workloads', 'logs', 'checkout', '--no-follow'], environment)).toEqual({
      code: 0,
      stdout: 'checkout-1  GET /\ncheckout-2  x\\u001b[2Jy\ncheckout-3  listening\n',
      stderr: 'checkout-2 left: deleted\ncheckout-3 joined\n',
    });
    expect(asked()).toEqual({
      path: '/api/k8s-monitor/api/v1/workloads/Deployment/shop/checkout/logs',
      query: { cluster_id: cluster, follow: 'false', since: '600' },
    });
  });

  test('asks for what was typed; of one pod its name is left out, as JSON nothing is', async () => {
    const { environment, asked } = await serving(
      telling(snapshot, ['lines', { lines: [line('p', 'GET /')] }], complete),
    );
    const words = ['workloads', 'logs', 'deploy/checkout', '-n', 'shop', '--pod', 'p', '--container', 'web'];
    const more = ['--since', '2h', '--tail', '5', '--grep', 'get', '--previous'];
    expect(await run([...words, ...more], environment)).toEqual({ code: 0, stdout: 'GET /\n', stderr: '' });
    expect(asked().query).toEqual({
      cluster_id: cluster,
      container: 'web',
      follow: 'true',
      since: '7200',
      tail: '5',
      q: 'get',
      previous: 'true',
      pod: 'p',
    });
    const { stdout } = await run([...words, '--json'], environment);
    expect(JSON.parse(stdout)).toEqual(line('p', 'GET /'));
  });

  test('of what has no pods waits, until Ctrl-C', async () => {
    const { environment } = await serving(telling(['snapshot', { pods: [] }]));
    const following = start(['workloads', 'logs', 'checkout'], environment);
    await following.until('stderr', 'Deployment shop/checkout has no pods; waiting for one\n');
    following.kill('SIGINT');
    expect(await following.ended).toMatchObject({ code: 0, stdout: '' });
  });

  test('says why there are none: a pod is silent, or the cluster for so long that it is a failure', async () => {
    const { environment } = await serving(
      telling(
        snapshot,
        ['pod_silent', { pod: 'checkout-1', reason: 'log_unavailable' }],
        ['cluster_silent', { since: at }],
        ['ended', { reason: 'cluster_silent' }],
      ),
    );
    expect(await run(['workloads', 'logs', 'checkout'], environment)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^checkout-1 is silent: log unavailable\nthe cluster has not responded since \S+; still trying\nwheelhouse: the cluster did not respond for too long\n {2}next: wheelhouse clusters /,
      ),
    });
  });

  test('that may not be read are refused with what the API says', async () => {
    const message = 'The credentials may not read logs. Next step: kubectl create clusterrole x';
    const error = { code: 'invalid_state', message, request_id: 'r1' };
    const { environment } = await serving(json(409, { error }));
    expect(await run(['workloads', 'logs', 'checkout'], environment)).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringContaining('kubectl create clusterrole x'),
    });
  });

  test.each([
    ['--since', 'long', '--since must be an age of up to a day'],
    ['--since', '2d', '--since must be an age of up to a day'],
    ['--tail', '5001', '--tail must be a number up to 5000'],
  ])('%s %s is not understood', async (option, value, said) => {
    const { environment } = await serving(telling(complete));
    expect(await run(['workloads', 'logs', 'checkout', option, value], environment)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(said),
    });
  });
});
