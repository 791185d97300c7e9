import { closed } from '@wheelhouse/contracts';
import { Type } from 'typebox';

const fields = {
  cured_within_seconds: Type.Integer({
    minimum: 10,
    maximum: 3_600,
    description:
      'How long after the end of an action its incident has to become quiet for the action to have cured it. 600 by default',
  }),
  stays_seconds: Type.Integer({
    minimum: 10,
    maximum: 14_400,
    description:
      'How long the incident must then stay quiet; if it comes back sooner, it has relapsed. 1800 by default',
  }),
};

export const settingsSchema = closed(fields, { title: 'FeedbackSettings' });
export const settingsChange = closed({
  cured_within_seconds: Type.Optional(fields.cured_within_seconds),
  stays_seconds: Type.Optional(fields.stays_seconds),
});
