import { type Static, Type } from 'typebox';
import { urlSchema } from '../ids.ts';
import { closed, oneOf, text } from '../shapes.ts';
import { errorCodes } from './catalogue.ts';

export const errorDetail = closed({
  field: Type.String({ description: 'Path of the field in the body; empty for the body itself' }),
  code: text(),
  message: text(),
});

/** What every refusal and every failure answers. */
export const errorBody = closed({
  error: closed({
    code: oneOf(errorCodes),
    message: text('Human-readable; the wording may change'),
    request_id: text('Quote it when reporting a problem; same as the header X-Request-Id'),
    details: Type.Optional(Type.Array(errorDetail)),
    doc_url: Type.Optional(urlSchema),
  }),
  plan: Type.Optional(
    Type.Object({}, { description: 'With plan_changed: what the action would do now; its etag approves this plan' }),
  ),
});

export type ErrorDetail = Static<typeof errorDetail>;
export type ErrorBody = Static<typeof errorBody>;
