import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IncidentsHouse, openIncidentsHouse } from './incidents-house.ts';
import { start, startOnTerminal } from './running.ts';

let house: IncidentsHouse;
beforeAll(async () => {
  house = await openIncidentsHouse();
});
afterAll(() => house.close());

describe('incidents watch', () => {
  test('of one tells its timeline as it grows, and ends when it is over', async () => {
    const { number } = await house.opened();
    const watch = start(['incidents', 'watch', number], house.responder);
    await watch.until('stdout', 'Back-off restarting');
    await house.incident('ack', number);
    await watch.until('stdout', /^20\S+Z {2}status {8}Acknowledged\. \(you\)$/m);
    await house.incident('note', number, 'nearly there');
    await watch.until('stdout', 'nearly there');
    await house.incident('resolve', number);
    const { code, stdout, stderr } = await watch.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^#${number} Deployment .*\nopen, high, since `));
    expect(stdout).toMatch(new RegExp(`\n#${number} is resolved: somebody fixed it, after .*\n$`));
    expect(stdout.split('Acknowledged.')).toHaveLength(2);
  });

  test('of one that is over says how it ended; of one that is not, Ctrl-C ends it with 7', async () => {
    const number = await house.declared('Long');
    const watch = startOnTerminal(['incidents', 'watch', number], house.responder);
    await watch.until('stdout', 'Declared.');
    watch.type('\u0003');
    expect(await watch.ended).toMatchObject({
      code: 7,
      stdout: expect.stringMatching(new RegExp(`#${number} is open.*next: wheelhouse incidents watch ${number}`, 's')),
    });
    await house.incident('resolve', number);
    expect(await house.incident('watch', number)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is resolved'),
    });
  });

  test('of one with --json is a line for each change: the incident and what is new in its timeline', async () => {
    const number = await house.declared('For programs');
    const watch = start(['incidents', 'watch', number, '--json'], house.responder);
    await watch.until('stdout', /\n/);
    await house.incident('resolve', number);
    const { code, stdout } = await watch.ended;
    expect(code).toBe(0);
    const told = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(told[0]).toMatchObject({ incident: { number: Number(number), status: 'open' } });
    expect(told.at(-1)).toMatchObject({ incident: { status: 'resolved' }, entries: expect.any(Array) });
  });

  test('of all has those that are live, then a line for each that is new or changes, also when the server was away', async () => {
    const before = await house.declared('Here before');
    const watch = start(['incidents', 'watch'], house.responder);
    await watch.until('stdout', new RegExp(`^#${before} +low +open +Here before +prod-eu `, 'm'));
    const number = await house.declared('Here since');
    await watch.until('stdout', new RegExp(`^20\\S+Z {2}#${number} low {2}open: Here since \\(prod-eu\\)$`, 'm'));
    await house.incident('ack', number);
    await house.incident('assign', number);
    await watch.until('stdout', /assigned to you: Here since \(prod-eu\)$/m);
    const back = await house.cut();
    await watch.until('stderr', /stale since 20\S+Z: the server does not respond/);
    await back();
    await watch.until('stderr', 'reconnected');
    await house.incident('resolve', before);
    await watch.until('stdout', new RegExp(`#${before} low {2}resolved: somebody fixed it, after .*: Here before`));
    watch.kill('SIGINT');
    expect((await watch.ended).code).toBe(0);
  });

  test('of all with --json is an incident a line', async () => {
    const watch = start(['incidents', 'watch', '--json'], house.responder);
    await watch.until('stdout', /"title":"Cluster prod-eu cannot be reached"/);
    const number = await house.declared('One more');
    await watch.until('stdout', `"number":${number},`);
    watch.kill('SIGTERM');
    const { code, stdout } = await watch.ended;
    expect(code).toBe(0);
    for (const line of stdout.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('status');
  });
});
