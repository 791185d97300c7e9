import { sign } from './sign.ts';
import { verify } from './verify.ts';

/** For those who receive webhooks: a server, so this entry needs Node's crypto and the main one does not. */
export const webhooks = { verify, sign } as const;

export type { EventData, EventEnvelope, EventType } from '@wheelhouse/contracts';
export { type WebhookRefusal, WebhookVerificationError } from './refusal.ts';
export type { VerifyOptions } from './verify.ts';
