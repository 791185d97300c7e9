import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, incidents, type Place, seconds, signals, startHouse } from './house.ts';
import { deployment } from './said.ts';

/** An incident taken along. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

async function opened(more: object = {}): Promise<Place & { readonly id: string; readonly path: string }> {
  const place = await house.place();
  const one = {
    key: 'k',
    rule: 'latency',
    severity: 'medium',
    message: 'slow',
    object: deployment('checkout'),
    ...more,
  };
  await house.post(place.who, signals, { signals: [one] });
  const [{ id }] = (await house.get(place.who, incidents)).data;
  return { ...place, id, path: `${incidents}/${id}` };
}

async function exported({ who, path }: { readonly who: Place['who']; readonly path: string }, query = '') {
  const answer = await house.text(who, `${path}/export${query}`);
  expect(answer.status).toBe(200);
  return answer;
}

describe('as Markdown', () => {
  test('has the facts, what people wrote, and the whole timeline in order', async () => {
    const place = await opened();
    const started = house.clock.now().toISOString();
    house.clock.advance(seconds);
    await house.post(place.who, `${place.path}/acknowledge`);
    house.clock.advance(seconds);
    await house.post(place.who, `${place.path}/notes`, { text: 'The cache is cold.\n\nWarming it.' });
    house.clock.advance(seconds);
    await house.ask(place.who, 'PATCH', place.path, { summary: 'Slow since noon.', review: 'Warm it first.' });
    await house.post(place.who, `${place.path}/resolve`, { root_cause: 'A cold cache.' });
    const { text, type } = await exported(place);
    expect(type).toBe('text/markdown; charset=utf-8');
    const lines = text.split('\n');
    expect(lines[0]).toBe('# Incident #1: Deployment shop/checkout: latency');
    for (const line of [
      '| Severity | medium |',
      '| Status | resolved |',
      `| Started | ${started} |`,
      '| Resolution | Somebody fixed it |',
      `| Page | <https://wheelhouse.example.test/incidents/${place.id}> |`,
      '> Slow since noon.',
      '> A cold cache.',
      '> Warm it first.',
      `- \`${started}\` **Signal** Deployment shop/checkout: latency: slow`,
      '  > Warming it.',
    ])
      expect(lines).toContain(line);
    const kinds = lines.flatMap((line) => /^- `[^`]+` \*\*(?<kind>[^*]+)\*\*/.exec(line)?.groups?.['kind'] ?? []);
    expect(kinds).toEqual(['Signal', 'Notification', 'Status', 'Notification', 'Note', 'Status', 'Notification']);
  });

  test('keeps text of strangers text: no heading, link, list, code, table or HTML comes of it', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '[pay](javascript:alert(1))',
      '![x](https://evil.example/p.png)',
      '# heading',
      '| a | b |',
      '`code`',
      'https://evil.example and www.evil.example and me@evil.example',
      '&#x3c;b&#x3e;',
      '\u202egnp.exe',
    ];
    const place = await opened({ rule: '<b>*rule*</b>', message: hostile.join(' ') });
    const lines = ['Title', '===', '---', '1. one', '- two', '+ three', '    code', '```', ...hostile].join('\n');
    await house.ask(place.who, 'PATCH', place.path, {
      title: '<img src=x onerror=alert(1)> | # _x_',
      review: lines,
      summary: lines,
    });
    await house.post(place.who, `${place.path}/notes`, { text: lines });
    const { text } = await exported(place);
    // Whatever would mean something stands behind a backslash.
    const bare = text
      .split('\n')
      .filter((line) => !/^(# Incident|\| |\|---|## |$)/.test(line))
      .map((line) => line.replace(/^- `[^`]+` \*\*[^*]+\*\* /, '').replace(/^ {0,2}> ?/, ''))
      .join('\n')
      .replaceAll(/\\[^\n]/g, 'x');
    expect(bare).not.toMatch(/[<>[\]`*_#|~&@!+]/);
    expect(bare).not.toMatch(/^\s*(?:[-=]|\d+[.)])/m);
    expect(bare).not.toMatch(/:\/\/|www\./i);
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text.split('\n')[0]).toBe('# Incident #1: \\<img src=x onerror=alert\\(1\\)\\> \\| \\# \\_x\\_');
    expect(text).toContain('\\[pay\\]\\(javascript:alert\\(1\\)\\)');
  });
});

describe('as JSON', () => {
  test('is the incident and every entry as they are read, however many', async () => {
    const place = await opened();
    for (let index = 0; index < 230; index += 1) {
      house.clock.advance(1);
      await house.post(place.who, `${place.path}/notes`, { text: `<b>${index}</b> "quoted"` });
    }
    const { text, type } = await exported(place, '?format=json');
    expect(type).toBe('application/json; charset=utf-8');
    const { incident, timeline } = JSON.parse(text) as {
      incident: object;
      timeline: { id: string; summary: string }[];
    };
    expect(incident).toEqual(await house.get(place.who, place.path));
    expect(timeline).toHaveLength(232);
    expect(timeline.map(({ id }) => id)).toEqual(timeline.map(({ id }) => id).toSorted());
    const [newest] = (await house.get(place.who, `${place.path}/timeline?limit=1`)).data;
    expect(timeline.at(-1)).toEqual({ ...newest, receivers: null });
  });

  test('is another only where it is asked for', async () => {
    const place = await opened();
    expect((await exported(place, '?format=md')).type).toContain('text/markdown');
    expect((await house.ask(place.who, 'GET', `${place.path}/export?format=pdf`)).status).toBe(400);
  });
});
