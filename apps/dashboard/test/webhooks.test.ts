import { describe, expect, test } from 'vitest';
import { webhookNeeds } from '../src/needs/sources/webhook-needs.ts';
import { whereOf } from '../src/design/webhook-words.ts';
import { bodyOf, changesOf, draftOf, newDrafts } from '../src/pages/webhooks/draft.ts';
import { stepsOf } from '../src/pages/webhooks/timing-steps.ts';
import { webhook } from './pages/fixtures.ts';

const now = '2026-11-16T00:00:00.000Z';

describe('the picture of an attempt', () => {
  test('puts each step where the one before ended', () => {
    const timings = { dns_ms: 4, connect_ms: 1, tls_ms: 5, answered_ms: 30, total_ms: 31 };
    expect(stepsOf(timings)).toEqual([
      { name: 'DNS', starts: 0, lasts: 4 },
      { name: 'Connect', starts: 4, lasts: 1 },
      { name: 'TLS', starts: 5, lasts: 5 },
      { name: 'Wait', starts: 10, lasts: 20 },
      { name: 'Read', starts: 30, lasts: 1 },
    ]);
  });

  test('of an open connection is the wait alone, and without an answer says so', () => {
    const open = { dns_ms: null, connect_ms: null, tls_ms: null };
    expect(stepsOf({ ...open, answered_ms: 20, total_ms: 20 }).map(({ name }) => name)).toEqual(['Wait']);
    expect(stepsOf({ ...open, dns_ms: 2, answered_ms: null, total_ms: 10_000 })).toEqual([
      { name: 'DNS', starts: 0, lasts: 2 },
      { name: 'No answer', starts: 2, lasts: 9_998 },
    ]);
  });
});

describe('what is changed of a webhook', () => {
  test('is only what is different', () => {
    const before = draftOf(webhook({ events: ['action.pending'], rate_limit_per_second: 5 }));
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf(before, { ...before, events: null, rate: '' })).toEqual({
      events: ['*'],
      rate_limit_per_second: null,
    });
  });
});

describe('where a webhook goes', () => {
  test('is told without the path that lets one post there', () => {
    expect(whereOf(webhook())).toBe('hooks.acme.example/wheelhouse');
    const slack = { format: 'slack', url: 'https://hooks.slack.com/services/T0/B0/secret' } as const;
    expect(whereOf(webhook(slack))).toBe('Slack (hooks.slack.com)');
  });

  test('decides what it is told of at first', () => {
    expect(bodyOf(newDrafts.slack)).toMatchObject({ events: expect.arrayContaining(['action.pending']) });
    expect(bodyOf(newDrafts.pagerduty).events).not.toContain('action.pending');
    expect(bodyOf(newDrafts.event).events).toEqual(['*']);
  });

  test('is kept with its key unless another is entered', () => {
    const before = draftOf(webhook({ format: 'pagerduty' }));
    expect(changesOf(before, { ...before, description: 'on call' })).toEqual({ description: 'on call' });
    expect(changesOf(before, { ...before, routingKey: ' key ' })).toEqual({ routing_key: 'key' });
  });
});

describe('a webhook needs somebody', () => {
  test('when it is disabled, or failed so often that it is only probed; not for one failure, nor when paused', () => {
    const broken = { consecutive_failures: 5, failing_since: now, next_probe_at: now };
    expect(webhookNeeds([webhook(), webhook({ state: 'paused' }, broken)])).toEqual([]);
    expect(webhookNeeds([webhook({}, { consecutive_failures: 1, failing_since: now })])).toEqual([]);
    expect(webhookNeeds([webhook({}, broken), webhook({ state: 'disabled', disabled_at: now })])).toMatchObject([
      { word: 'failing', what: 'Deliveries to hooks.acme.example/wheelhouse are failing' },
      { word: 'disabled', when: { at: now } },
    ]);
  });

  test('many are three and one line for the rest', () => {
    const many = Array.from({ length: 5 }, () => webhook({ state: 'disabled' }));
    expect(webhookNeeds(many).map(({ linkWords }) => linkWords)).toEqual([
      ...Array.from({ length: 3 }, () => 'See the webhook'),
      'See all webhooks',
    ]);
  });
});
