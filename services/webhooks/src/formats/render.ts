import { createHash } from 'node:crypto';
import type { WebhookFormat } from '@wheelhouse/contracts';
import { type Message, messageOf } from './message.ts';
import { pagerduty } from './pagerduty.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import type { Standing } from './told.ts';

type Renderer = (message: Message, routingKey: string) => string;

/** One for each product. Each depends on nothing but what it is given. */
const renderers: Readonly<Record<Exclude<WebhookFormat, 'event'>, Renderer>> = { slack, teams, pagerduty };

/** What stands in place of the routing key, and as long, wherever people read what was sent. */
export const hiddenKey = '*'.repeat(32);

/** What a body was made of besides its event, and by what it is known again. */
export interface Rendering {
  /** Of what people are shown, SHA-256. */
  readonly hash: string;
  /** As the incident stood when it was sent, where its event no longer said so. */
  readonly standing?: Standing;
}

export interface RenderOptions {
  readonly isTest?: boolean;
  readonly standing?: Standing;
}

/** The event as a subscription of this format is sent it: the bytes themselves, or made of them. */
export function render(
  format: WebhookFormat,
  body: string,
  { isTest = false, standing, routingKey = hiddenKey }: RenderOptions & { readonly routingKey?: string } = {},
): string {
  if (format === 'event') return body;
  const message = messageOf(body, isTest);
  return renderers[format](standing === undefined ? message : { ...message, standing }, routingKey);
}

export function renderingOf(format: WebhookFormat, body: string, standing?: Standing): Rendering | undefined {
  if (format === 'event') return undefined;
  const given = standing === undefined ? {} : { standing };
  return { hash: hashOf(render(format, body, given)), ...given };
}

/**
 * What an attempt sent, made again. Undefined where this version would make another of it: nothing is shown then as sent
 * that was not.
 */
export function renderAgain(format: WebhookFormat, body: string, rendering: Rendering | undefined): string | undefined {
  if (format === 'event') return body;
  const { standing, hash } = rendering ?? {};
  const made = render(format, body, standing === undefined ? {} : { standing });
  return hashOf(made) === hash ? made : undefined;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
