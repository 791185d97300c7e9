import { randomBytes } from 'node:crypto';
import { factsSchema } from '@wheelhouse/contracts';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { factsOf } from '../src/evidence/facts.ts';
import type { Known } from '../src/evidence/known.ts';
import { nothingTold, type Told } from '../src/evidence/looking.ts';
import { masked } from '../src/evidence/masked.ts';
import { Parts } from '../src/evidence/parts.ts';

const at = new Date('2026-11-01T12:00:00Z');
const moment = at.toISOString();
const sought = { kind: 'Deployment', namespace: 'shop', name: 'web' } as const;
const nothingKnown: Known = { rooms: [], issues: [], changes: [], notReadyInHour: 0 };

test('an object that is not there is told in the shape of all facts, with what is known of the cluster', () => {
  const facts = factsOf(sought, nothingTold, nothingKnown, at, new Parts());
  expect([...Value.Errors(factsSchema, facts)]).toEqual([]);
  expect(facts).toMatchObject({ exists: false, object: sought, pods: [], actions: [], room: null, not_visible: [] });
});

test('no secret leaves in a log, a message or a warning, and names stay as they are', async () => {
  const secret = randomBytes(12).toString('hex');
  const text = `login with password=${secret} failed`;
  const key = ['-----BEGIN PRIVATE KEY-----', randomBytes(48).toString('base64'), '-----END PRIVATE KEY-----'];
  const told: Told = {
    ...nothingTold,
    exists: true,
    workload: {
      ...sought,
      desired: 1,
      ready: 0,
      available: 0,
      updated: 1,
      rollout: 'stalled',
      rollout_message: text,
      created_at: moment,
      containers: [],
    },
    pods: [
      {
        name: 'password-reset-1',
        node: null,
        phase: 'Pending',
        ready: false,
        ready_since: null,
        created_at: moment,
        deleting: false,
        restarts: 1,
        waiting: null,
        unschedulable: text,
        last_end: { container: 'web', reason: 'Error', exit_code: 1, at: moment },
        is_new: true,
        has_controller: true,
      },
    ],
    warnings: [{ reason: 'Failed', message: text, object: { kind: 'Pod', name: 'a' }, count: 1, last_at: moment }],
    logs: [{ pod: 'a', container: 'web', lines: ['starting', text, ...key, 'x'.repeat(2_000)] }],
  };
  const parts = new Parts();
  parts.hide('budgets', text);
  const known: Known = {
    ...nothingKnown,
    issues: [
      {
        issue_id: '019cad00-0000-7000-8000-000000000001',
        object: sought,
        reason: 'rollout_stuck',
        severity: 'warning',
        message: text,
        expected: false,
        first_seen: moment,
        count: 1,
      },
    ],
  };
  const facts = await masked(factsOf(sought, told, known, at, parts));
  expect([...Value.Errors(factsSchema, facts)]).toEqual([]);
  const all = JSON.stringify(facts);
  expect(all).not.toContain(secret);
  expect(all).not.toContain(key[1]);
  const hidden = 'login with password=[masked: password] failed';
  expect(facts).toMatchObject({
    workload: { rollout_message: hidden },
    pods: [{ name: 'password-reset-1', unschedulable: hidden, last_end: { reason: 'Error' } }],
    warnings: [{ message: hidden }],
    issues: [{ message: hidden }],
    not_visible: [{ part: 'budgets', why: hidden }],
  });
  expect(facts.logs[0]?.lines.slice(0, 2)).toEqual(['starting', hidden]);
  expect(facts.logs[0]?.lines.at(-1)).toHaveLength(1_000);
});
