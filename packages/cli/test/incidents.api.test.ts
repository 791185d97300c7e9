import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IncidentsHouse, openIncidentsHouse } from './incidents-house.ts';
import { run, runOnTerminal, start } from './running.ts';

let house: IncidentsHouse;
beforeAll(async () => {
  house = await openIncidentsHouse();
});
afterAll(() => house.close());

describe('from the first sign to the end', () => {
  test('an incident is shown, acknowledged, annotated, assigned and resolved from a terminal', async () => {
    const { sent, number } = await house.opened();
    const title = `Deployment shop/${sent.object.name} is in a crash loop`;

    const listed = await house.incident();
    const [head, ...rows] = listed.stdout.trimEnd().split('\n');
    expect(head).toMatch(/^NUMBER +SEVERITY +STATUS +TITLE +CLUSTER +SINCE +FIRING +ASSIGNED$/);
    const row = rows.find((one) => one.startsWith(`#${number} `));
    expect(row).toMatch(new RegExp(`^#${number} +high +open +${title} +prod-eu +20\\S+Z +1 +-$`));

    const shown = await house.incident('show', number);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(
      new RegExp(`^#${number} ${title}\nopen, high, since 20\\S+Z; assigned to nobody\nSomething does not run, or `),
    );
    expect(shown.stdout).toMatch(/^20\S+Z {2}signal {8}.*Back-off restarting failed container$/m);
    expect(shown.stdout).toMatch(new RegExp(`^next {8}wheelhouse incidents ack ${number} `, 'm'));

    expect((await house.incident('ack', number, '--note', 'on it')).stdout).toBe(`#${number} ${title}: acknowledged\n`);
    expect((await house.incident('note', number, 'rolled', 'back')).stdout).toBe(
      `the note stands in the timeline of #${number}\n`,
    );
    const piped = await run(['incidents', 'note', `#${number}`], house.responder, 'from a pipe\nin two lines\n');
    expect(piped).toMatchObject({ code: 0 });
    expect((await house.incident('assign', number)).stdout).toBe(`#${number} is assigned to you\n`);
    expect((await house.incident('investigate', number)).stdout).toContain(': investigating\n');
    expect((await house.incident('mitigate', number)).stdout).toContain(': mitigated\n');

    const resolved = await house.incident('resolve', number, '--root-cause', 'a typo', '--note', 'the fix is out');
    expect(resolved.stdout).toBe(
      `#${number} ${title}: resolved; one of its signals still fires, and opens no other incident\n`,
    );
    const { stdout } = await house.incident('show', number);
    expect(stdout).toMatch(/^resolved: somebody fixed it, after \d/m);
    expect(stdout).toMatch(/^root cause {2}a typo$/m);
    const order = [
      'signal ',
      'Acknowledged. (you)',
      'on it',
      'rolled back (you)',
      'from a pipe',
      'in two lines',
      'Resolved',
    ];
    const places = order.map((words) => stdout.indexOf(words, stdout.indexOf('\n\n')));
    expect(places).toEqual([...places].toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    expect(stdout).toMatch(new RegExp(`^next {8}wheelhouse incidents reopen ${number} `, 'm'));
  });

  test('one that is resolved can be reopened and closed; what its status forbids is refused, with what it allows', async () => {
    const number = await house.declared('Checkout is slow');
    expect(await house.incident('close', number)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(
        new RegExp(
          `The incident is open: cannot close.*next: wheelhouse incidents show ${number} names.*request id`,
          's',
        ),
      ),
    });
    expect((await house.incident('resolve', number, '--resolution', 'not_an_incident')).stdout).toMatch(
      /: resolved\n$/,
    );
    expect(await house.json('show', number)).toMatchObject({ status: 'resolved', resolution: 'not_an_incident' });
    expect((await house.incident('reopen', number)).stdout).toMatch(/: open\n$/);
    await house.incident('resolve', number);
    expect((await house.incident('close', number)).stdout).toMatch(/: closed\n$/);
  });
});

describe('incidents list', () => {
  test('has those that are not over; filters choose among all', async () => {
    const capacity = await house.declared('Disk is full', '--category', 'capacity', '--namespace', 'warehouse');
    const over = await house.declared('It was nothing', '--namespace', 'warehouse', '--service', 'stock');
    await house.incident('resolve', over);
    const numbers = async (...words: readonly string[]) => {
      const { data } = await house.json('list', '--namespace', 'warehouse', ...words);
      return (data as readonly { readonly number: number }[]).map(({ number }) => String(number));
    };
    expect(await numbers()).toEqual([capacity]);
    expect(await numbers('--all')).toEqual([over, capacity]);
    expect(await numbers('--status', 'resolved,closed')).toEqual([over]);
    expect(await numbers('--category', 'capacity')).toEqual([capacity]);
    expect(await numbers('--severity', 'critical')).toEqual([]);
    expect(await numbers('--cluster', 'prod-eu', '--all', '--q', 'stock')).toEqual([over]);
    expect((await house.incident('list', '--severity', 'critical', '--namespace', 'warehouse')).stderr).toBe(
      'no matching incidents\n',
    );
  });

  test('of nothing says so, and where those are that are over', async () => {
    const stranger = await house.withToken(['read']);
    expect(await run(['incidents'], stranger)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'nothing is wrong; those that are over: wheelhouse incidents --all\n',
    });
  });

  test.each([
    [['list', '--status', 'opn'], 2, 'Did you mean open?'],
    [['list', '--all', '--status', 'open'], 2, 'use it or --status'],
    [['list', '--severity', 'warning'], 2, 'expected one of critical, high, medium, low'],
    [['show', 'checkout'], 2, 'neither the number nor the id'],
    [['show', '999999'], 1, 'there is no incident #999999\n  next: wheelhouse incidents --all'],
    [['show', '0199d0c2-0000-7000-8000-000000000012'], 1, 'request id'],
    [['declare', '--severity', 'low'], 2, "required option '--title <text>' not specified"],
    [['declare', '--title', 'x'], 2, '--severity critical|high|medium|low'],
    [['declare', '--title', 'x', '--severity', 'lo'], 2, 'Did you mean low?'],
    [['declare', '--title', 'x', '--severity', 'low', '--cluster', 'nowhere'], 1, 'there is no cluster nowhere'],
    [['note', '1', '  '], 2, 'the note is empty'],
    [['resolve', '1', '--resolution', 'stale'], 2, 'expected one of fixed, self_healed, not_an_incident'],
    [['assign', '1', 'ann'], 2, 'say me, nobody, or the email address or id of a user'],
    [['assign', '1', 'ann@nowhere.example.com'], 1, 'there is no user ann@nowhere.example.com'],
    [['merge', '1'], 2, 'say which incident goes on'],
    [['merge', '1', '--into', '1'], 5, 'cannot be merged into itself'],
    [['export', '1', '--format', 'html'], 2, 'unknown --format html'],
    [['export', '1', '--format', 'md', '--json'], 2, 'use one or the other'],
    [['stats', '--days', '91'], 2, '--days must be a number of days up to 90'],
  ])('%j ends with %i', async (words, expected, said) => {
    const { code, stdout, stderr } = await house.incident(...words);
    expect({ code, stdout, stderr }).toEqual({ code: expected, stdout: '', stderr: expect.stringContaining(said) });
  });
});

describe('incidents of others', () => {
  test('are nobody else’s: not listed, shown, followed, exported or changed', async () => {
    const number = await house.declared('Ours');
    const { id } = await house.json('show', number);
    const stranger = await house.withToken(['read', 'actions', 'admin']);
    expect(JSON.parse((await run(['incidents', '--all', '--json'], stranger)).stdout)).toMatchObject({ total: 0 });
    const verbs = [['show'], ['watch'], ['export'], ['ack'], ['note', 'x'], ['resolve'], ['assign', 'me']];
    await Promise.all(
      verbs.map(async ([verb = '', ...more], at) => {
        const named = at % 2 === 0 ? number : id;
        expect(await run(['incidents', verb, named, ...more], stranger)).toMatchObject({ code: 1, stdout: '' });
      }),
    );
    expect(await house.json('show', number)).toMatchObject({ status: 'open' });
  });

  test('who may only read changes nothing, and is told why', async () => {
    const number = await house.declared('Not yours to touch');
    const reader = await house.withToken(['read'], house.tenant);
    expect((await run(['incidents', 'show', number], reader)).code).toBe(0);
    expect(await run(['incidents', 'ack', number], reader)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/actions.*next: wheelhouse whoami/s),
    });
  });
});

describe('incidents assign', () => {
  test('takes me, nobody, an address and an id; whoever may not see people is told by id', async () => {
    const number = await house.declared('Somebody should look');
    const { id, email } = JSON.parse((await run(['whoami', '--json'], house.responder)).stdout);
    expect((await house.incident('assign', number, email)).stdout).toBe(`#${number} is assigned to you\n`);
    expect((await house.incident('assign', number, 'nobody')).stdout).toBe(`#${number} is assigned to nobody\n`);
    expect((await house.incident('assign', number, id)).code).toBe(0);
    const colleague = await house.withToken(['read', 'actions'], house.tenant);
    expect((await run(['incidents', 'show', number], colleague)).stdout).toContain(`; assigned to ${id}\n`);
    expect(await run(['incidents', 'assign', number, email], colleague)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('needs the scope admin'),
    });
    const { id: theirs } = JSON.parse((await run(['whoami', '--json'], colleague)).stdout);
    await run(['incidents', 'assign', number, 'me'], colleague);
    expect((await house.incident('show', number)).stdout).toMatch(/; assigned to \S+@\S+\n/);
    expect(await house.json('show', number)).toMatchObject({ assignee_id: theirs });
  });
});

describe('incidents merge', () => {
  test('moves signals and timeline, and says where it goes on', async () => {
    const [from, into] = [await house.opened(), await house.opened()];
    const { stdout } = await house.incident('merge', from.number, '--into', into.number);
    expect(stdout).toMatch(
      new RegExp(`^#${from.number} is closed; its signals and its timeline went to #${into.number} Deployment shop/`),
    );
    expect(await house.json('show', into.number)).toMatchObject({ signal_count: 2, firing: 2 });
    const { id } = await house.json('show', into.number);
    const shown = (await house.incident('show', from.number)).stdout;
    expect(shown).toContain('closed: it was merged into another incident');
    expect(shown).toContain(`next        wheelhouse incidents show ${id}  it goes on there\n`);
    expect(await house.incident('merge', from.number, '--into', into.number)).toMatchObject({ code: 5 });
  });
});

describe('incidents export and stats', () => {
  test('export prints Markdown, or the same as JSON', async () => {
    const { number } = await house.opened();
    await house.incident('note', number, 'looked at the logs');
    const { code, stdout } = await house.incident('export', number);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^# Incident \\\\?#${number}: Deployment shop/checkout-`));
    expect(stdout).toMatch(/^- `20\S+Z` \*\*Note\*\* looked at the logs$/m);
    for (const form of [['--json'], ['--format', 'json']]) {
      const exported = JSON.parse((await house.incident('export', number, ...form)).stdout);
      expect(exported).toMatchObject({
        incident: { number: Number(number) },
        timeline: expect.arrayContaining([expect.objectContaining({ kind: 'note', text: 'looked at the logs' })]),
      });
    }
  });

  test('stats tell how many there were and how soon people were there', async () => {
    const number = await house.declared('Short');
    await house.incident('ack', number);
    await house.incident('resolve', number);
    const { stdout } = await house.incident('stats', '--days', '7');
    expect(stdout).toMatch(/^\d+ incidents in the last 7 days\nseverity {4}.*low \d/);
    expect(stdout).toMatch(/^to ack {6}half within .*, 9 of 10 within .* \(of \d+\)$/m);
    expect(await house.json('stats')).toMatchObject({
      total: expect.any(Number),
      seconds_to_resolve: { of: expect.any(Number) },
    });
  });
});

describe('what strangers have written', () => {
  // What the API lets through: it refuses C0, and terminals know C1 as well.
  const hostile = 'x\u009b2J\u009d0;owned\u009c\u202egpj.exe <script>alert(1)</script>';
  const shown = String.raw`x\u009b2J\u009d0;owned\u009c\u202egpj.exe <script>alert(1)</script>`;
  // oxlint-disable-next-line no-control-regex -- that there is none
  const steering = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e]/;

  test('steers no terminal: not in lists, pages, exports, what is followed, or what Tab offers', async () => {
    const number = await house.declared(hostile, '--summary', hostile, '--service', hostile);
    await house.incident('note', number, `${hostile}\n${hostile}`);
    const quiet = { ...house.responder, NO_COLOR: '1' };
    for (const words of [
      ['list'],
      ['show', number],
      ['list', '--json'],
      ['export', number],
      ['export', number, '--json'],
    ]) {
      const { code, stdout } = await runOnTerminal(['incidents', ...words], quiet, 400);
      expect(code).toBe(0);
      expect(stdout).toContain('owned');
      expect(stdout).not.toMatch(steering);
    }
    expect((await house.incident('show', number)).stdout).toContain(`#${number} ${shown}\n`);
    for (const words of [['watch', number], ['watch']]) {
      const watch = start(['incidents', ...words], house.responder);
      expect(await watch.until('stdout', 'owned')).not.toMatch(steering);
      watch.kill('SIGTERM');
      await watch.ended;
    }
    const offered = await run(['__complete', '--titles', '--', 'incidents', 'show', number], house.responder);
    expect(offered.stdout.replaceAll('\t', '')).not.toMatch(steering);
  });
});
