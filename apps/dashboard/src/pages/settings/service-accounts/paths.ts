import type { Schemas } from '@wheelhouse/sdk';

export type Account = Schemas['auth']['ServiceAccount'];
export type Secret = Schemas['auth']['ServiceAccountSecret'];

export const accounts = '/auth/api/v1/service-accounts';
export const oneAccount = '/auth/api/v1/service-accounts/{id}';
export const secrets = '/auth/api/v1/service-accounts/{id}/secrets';
