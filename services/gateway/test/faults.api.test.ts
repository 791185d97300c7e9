import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { eventually, freePort } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultyAnswers } from './faulty-answers.ts';
import { type FaultyCall, faultyCall, notAsSpecified, wronglySent } from './faulty-calls.ts';
import { type FaultyModule, openFaultyModule } from './faulty-module.ts';
import { type GatewayHouse, startGatewayHouse } from './house.ts';
import { paperModule } from './paper-module.ts';
import { rawCall } from './raw-call.ts';

const mostRequests = 80;
const waits = { firstByteMs: 2_000, idleMs: 2_000 };

let house: GatewayHouse;
let faulty: FaultyModule;
let late: LateProcess;
let token: string;
let port: number;
beforeAll(async () => {
  faulty = await openFaultyModule();
  late = await openLateProcess();
  house = await startGatewayHouse(
    {
      FAULTY_URL: `http://127.0.0.1:${faulty.port}`,
      DEAD_URL: `http://127.0.0.1:${await freePort()}`,
      LATE_URL: `http://127.0.0.1:${await freePort()},http://127.0.0.1:${late.port}`,
      FIRST_BYTE_SECONDS: '2',
      IDLE_SECONDS: '2',
      MODULE_REQUESTS: String(mostRequests),
    },
    [paperModule('faulty', 8071), paperModule('dead', 8072), paperModule('late', 8073)],
  );
  token = await house.token(await house.tenant());
  port = Number(new URL(house.base).port);
});
afterAll(async () => {
  await house.stop();
  await faulty.stop();
  late.stop();
});

const callOf = (fault: string, method: 'GET' | 'POST'): FaultyCall => ({
  port,
  token,
  fault,
  method,
  id: randomUUID(),
  ...waits,
});

describe('a module that', () => {
  test.concurrent.for(Object.keys(faultyAnswers))('%s', async (fault) => {
    const calls = (['GET', 'POST'] as const).map((method) => callOf(fault, method));
    const found = await Promise.all(calls.map((call) => faultyCall(call)));
    expect([
      ...found.flatMap(({ wrong, late: tooLate }) => [...wrong, ...tooLate]),
      ...calls.flatMap((call) => wronglySent(faulty.seen, call)),
    ]).toEqual([]);
  });
});

describe('a module that is not there', () => {
  test.for(['GET', 'POST'])('is told at once, to a %s too', async (method) => {
    const id = randomUUID();
    const path = '/api/dead/api/v1/faults/any';
    const { answer, awakeMs } = await rawCall({ port, method, path, token, id, limitMs: 5_000 });
    expect(awakeMs).toBeLessThan(1_000);
    if (answer === undefined) throw new Error('no answer');
    expect(notAsSpecified(answer, 'unavailable', id)).toEqual([]);
  });
});

describe('a module with one process that is gone and one too busy to say that it is ready', () => {
  test('loses no write', async () => {
    // Its /readyz is given up on by then, and the other is known to be gone.
    await eventually(() => expect(late.asked()).toBeGreaterThan(1), 10_000);
    const path = '/api/late/api/v1/faults/any';
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await house.through(token, 'POST', path, { body: { title: 'kept' } })).status,
      ),
    );
    expect([statuses.filter((status) => status === 200).length, late.written()]).toEqual([20, 20]);
  });
});

describe('a module that stands still', () => {
  test('holds as many connections as it may and no more; who comes later is told at once', async () => {
    await eventually(() => expect(faulty.open()).toBeLessThan(10));
    const calls = Array.from({ length: mostRequests + 40 }, () => callOf('says-nothing', 'GET'));
    const path = '/api/faulty/api/v1/faults/says-nothing';
    const outcomes = await Promise.all(
      calls.map(({ id }) => rawCall({ port, method: 'GET', path, token, id, limitMs: 8_000 })),
    );
    const at = (status: number) => outcomes.filter(({ answer }) => answer?.status === status);
    expect([at(504).length, at(503).length]).toEqual([mostRequests, 40]);
    expect(Math.max(...at(503).map(({ awakeMs }) => awakeMs))).toBeLessThan(1_500);
    expect((await house.through(token, 'GET', '/api/example/api/v1/notes')).status).toBe(200);
  });

  test('is let go of when its callers go', async () => {
    await eventually(() => expect(faulty.open()).toBeLessThan(10));
    const before = faulty.open();
    const path = '/api/faulty/api/v1/faults/says-nothing';
    const leave = new AbortController();
    const calls = Array.from({ length: mostRequests }, () =>
      rawCall({ port, method: 'GET', path, token, id: randomUUID(), limitMs: 8_000, leave: leave.signal }),
    );
    await eventually(() => expect(faulty.open()).toBeGreaterThan(before + mostRequests / 2));
    leave.abort();
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter(({ abandoned }) => abandoned).length).toBeGreaterThan(mostRequests / 2);
    await eventually(() => expect(faulty.open()).toBeLessThanOrEqual(before), 1_000);
  });
});

test('a caller of HTTP/1.0, to whom the end of the connection is the end of the answer, is hung up on by a reset', async () => {
  const path = '/api/faulty/api/v1/faults/closes-between-chunks';
  const { answer, received } = await rawCall({
    port,
    method: 'GET',
    path,
    token,
    id: randomUUID(),
    limitMs: 5_000,
    version: '1.0',
  });
  expect(answer).toBeUndefined();
  expect(received).not.toContain('\r\n0\r\n');
});

test('what a module out of its mind tells of its routes is not believed, and hides nobody else', async () => {
  const { status } = await house.through(token, 'GET', '/api/faulty/api/v1/nothing-of-the-kind');
  expect(status).toBe(404);
  expect((await house.through(token, 'GET', '/api/example/api/v1/notes')).status).toBe(200);
});

interface LateProcess {
  readonly port: number;
  readonly asked: () => number;
  readonly written: () => number;
  readonly stop: () => void;
}

/** Answers what it is asked, but never whether it is ready. */
async function openLateProcess(): Promise<LateProcess> {
  let [asked, written] = [0, 0];
  const server = createServer((request, response) => {
    if (request.url === '/readyz') {
      asked += 1;
      return;
    }
    if (request.method === 'POST') written += 1;
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const ownPort = await freePort();
  await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve));
  return {
    port: ownPort,
    asked: () => asked,
    written: () => written,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
