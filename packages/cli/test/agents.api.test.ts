import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analysisReasons, conclusions, verdicts } from '@wheelhouse/contracts';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerdictRow } from '../../../services/agent-feedback/src/verdicts/row.ts';
import { compared, type Example, examplesOf } from '../../../services/gateway/test/guide-examples.ts';
import { type AgentsHouse, openAgentsHouse } from './agents-house.ts';
import { begin, type Environment, main, run } from './running.ts';

/** `wheelhouse agents …`: docs/guides/agents.md from top to bottom, then what the guide does not show. */
const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/agents.md'), 'utf8');
const examples = examplesOf(guide);

const byItself = { automatic: true };

let house: AgentsHouse;
let folder = '';
let environment: Environment = {};

beforeAll(async () => {
  house = await openAgentsHouse();
  folder = mkdtempSync(join(tmpdir(), 'agents-guide-'));
  writeFileSync(join(folder, 'wheelhouse'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(folder, 'wheelhouse'), 0o755);
  const target = { node_name: 'node-7' };
  const measured: NonNullable<VerdictRow['measured']> = {
    verdict: 'cured',
    summary: 'The incident was quiet 12 s after the action.',
    quiet_after_seconds: 12,
    back_after_seconds: null,
    score_before: 97,
    score_after: 100,
    new_issues: [],
    reached_at: new Date().toISOString(),
  };
  const [verdict = ''] = await house.judged(
    'forgotten_cordon',
    'cured',
    Array.from({ length: 7 }, () => ({ target, measured })),
  );
  await house.judged('wedged_pod', 'not_cured', [byItself, byItself]);
  environment = {
    ...house.admin,
    PATH: `${folder}:${process.env['PATH']}`,
    ANALYSIS: house.analysisId,
    RECOMMENDATION: house.recommendationId,
    VERDICT: verdict,
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await house.close();
});

async function outputOf({ text }: Example): Promise<string> {
  const running = begin(['bash', '--norc', '-euo', 'pipefail', '-c', text], environment, folder);
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout;
}

describe('the examples of the guide', () => {
  test('are some', () => expect(examples.length).toBeGreaterThan(9));

  test.each(examples.map((one) => [one.name, one] as const))('%s', async (_name, example) => {
    const check = async () => {
      const { came, expected } = compared(example.shown ?? { form: 'text', text: '…' }, await outputOf(example));
      expect(came).toEqual(expected);
    };
    // What was said a moment ago may not have been heard yet.
    await (example.text.startsWith('wheelhouse agents rules show') ? eventually(check) : check());
  });
});

test('the tables of the guide name every conclusion and every verdict', () => {
  const told = new Set([...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, word]) => word));
  expect([...Object.keys(conclusions), ...Object.keys(verdicts)].filter((word) => !told.has(word))).toEqual([]);
  expect(Object.keys(analysisReasons).length).toBeGreaterThan(0);
});

const agents = (...words: readonly string[]) => run(['agents', ...words], house.admin);
const json = async (...words: readonly string[]) => JSON.parse((await agents(...words, '--json')).stdout);

test('an incident says what became of the action that was proposed for it', async () => {
  const ours = { decision_id: house.decisionId, target: { node_name: 'node-7' } };
  const { incident_id } = await json('analyses', 'show', house.analysisId);
  await house.judged('forgotten_cordon', 'relapsed', [{ ...ours, incident_id }]);
  // What the guide asks for is newer, and not concluded.
  const told = await run(['incidents', 'show', house.number], house.admin);
  expect(told.stdout).toMatch(/^conclusion {2}An action was proposed \(forgotten_cordon\)$/m);
  expect(told.stdout).toMatch(/^verdict {5}relapsed: The trouble ended and came back within 30 minutes$/m);
  const [first] = (await json('verdicts', 'list', '--incident', house.number)).data;
  const shown = await agents('verdicts', 'show', first.id.slice(0, 30));
  expect(shown.stdout).toMatch(
    /^Uncordon Node node-7\nverdict {5}relapsed: The trouble ended and came back within 30 minutes\n/,
  );
  expect(shown.stdout).toMatch(/^note {8}seen by the test\n/m);
  expect(shown.stdout).toMatch(/^proposed {4}by the rule forgotten_cordon\n/m);
});

test('a rule that is paused says since when and why, and what to do', async () => {
  await house.judged('failing_node', 'worse', [byItself, byItself]);
  const { stdout } = await agents('rules', 'show', 'failing_node');
  expect(stdout).toMatch(/^state {7}paused\n/m);
  expect(stdout).toMatch(/^paused {6}since 20\S+Z: 2 of its last 2 automatic actions did not help/m);
  expect(stdout).toMatch(/^next {8}wheelhouse agents rules resume failing_node\n/m);
});

test.each([
  [['rules', 'show', 'wedge_pod'], 2, 'Did you mean wedged_pod?'],
  [['rules', 'resume', 'dead_node'], 5, 'not paused'],
  [['analyses', 'show', 'ffff'], 1, 'there is no analysis ffff\n  next: wheelhouse agents analyses lists them'],
  [['analyses', 'list', '--conclusion', 'sugestion'], 2, 'Did you mean suggestion?'],
  [['analyses', 'start'], 2, "required option '--incident <incident>' not specified"],
  [['recommendations', 'list', '--all', '--status', 'open'], 2, 'use it or --status'],
  [['recommendations', 'dismiss', 'x', '--reason', 'y', '--until', 'soon'], 1, 'there is no recommendation x'],
  [['verdicts', 'overrule', 'x', '--verdict', 'cured'], 2, "required option '--note <text>' not specified"],
])('%j ends with %i', async (words, expected, said) => {
  const { code, stdout, stderr } = await agents(...words);
  expect({ code, stdout, stderr }).toEqual({ code: expected, stdout: '', stderr: expect.stringContaining(said) });
});

test('what others have is nobody else’s, and who may only read changes nothing', async () => {
  const stranger = await house.withToken(['read', 'actions', 'admin', 'agents']);
  const [listed, shown, reader] = await Promise.all([
    run(['agents', 'analyses', '--json'], stranger),
    run(['agents', 'recommendations', 'show', house.recommendationId], stranger),
    house.withToken(['read'], house.tenant),
  ]);
  expect(JSON.parse(listed.stdout)).toMatchObject({ total: 0 });
  expect(shown).toMatchObject({ code: 1, stdout: '' });
  expect(await run(['agents', 'rules', 'disable', 'dead_node'], reader)).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/admin.*next: wheelhouse whoami/s),
  });
  expect((await run(['__complete', '--', 'agents', 'rules', 'disable', 'dead'], house.admin)).stdout).toBe(
    'dead_node\n',
  );
});
