import { closed, timestampSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { createToken } from '../tokens/schema.ts';

export const handOver = closed({
  ...createToken.properties,
  challenge: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'SHA-256 of the verifier that the program keeps, in base64url',
  }),
});
export type HandOver = Static<typeof handOver>;

export const handedOver = closed({
  code: Type.String({ description: 'For the program, which can exchange it once' }),
  expires_at: timestampSchema,
});

/** Any text: what is malformed is refused like what is wrong. */
export const exchangeCode = closed({
  code: Type.String({ maxLength: 200 }),
  verifier: Type.String({ maxLength: 200, description: 'The verifier the challenge was made from' }),
});
export type ExchangeCode = Static<typeof exchangeCode>;
