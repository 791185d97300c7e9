import { closed } from '@wheelhouse/contracts';
import { Type } from 'typebox';
import { defaultSettings } from './store.ts';

const fields = {
  self_approval: Type.Boolean({
    description: `Whether users may approve their own proposals; ${defaultSettings.self_approval} by default`,
  }),
  plan_must_be_named: Type.Boolean({
    description: `Whether an approval must name the plan it approves in If-Match; ${defaultSettings.plan_must_be_named} by default`,
  }),
  pending_seconds: Type.Integer({
    minimum: 60,
    maximum: 604_800,
    description: `How many seconds a new action waits for approval before it expires; ${defaultSettings.pending_seconds} by default`,
  }),
};

export const settingsSchema = closed(fields);

export const settingsChange = closed({
  self_approval: Type.Optional(fields.self_approval),
  plan_must_be_named: Type.Optional(fields.plan_must_be_named),
  pending_seconds: Type.Optional(fields.pending_seconds),
});
