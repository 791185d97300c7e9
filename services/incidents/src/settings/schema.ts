import { closed, oneOf, severities } from '@wheelhouse/contracts';
import { Type } from 'typebox';

const fields = {
  quiet_seconds: Type.Integer({
    minimum: 10,
    maximum: 3_600,
    description:
      'How long nothing may fire before an incident resolves by itself; doubled each time it comes back within a day, up to an hour. 300 by default',
  }),
  open_from: oneOf(severities, 'The least severity of a signal that opens an incident; low by default'),
};

export const settingsSchema = closed(fields);
export const settingsChange = closed({
  quiet_seconds: Type.Optional(fields.quiet_seconds),
  open_from: Type.Optional(fields.open_from),
});
