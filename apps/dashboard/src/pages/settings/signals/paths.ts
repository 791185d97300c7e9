import type { Schemas } from '@wheelhouse/sdk';

export type SignalToken = Schemas['auth']['SignalToken'];

export const signalTokens = '/auth/api/v1/signal-tokens';
