export type { ErrorCode, ErrorDetail, Scope } from '@wheelhouse/contracts';
export { type Client, createClient } from './client.ts';
export { ApiError, type ApiErrorCode, type Asked, ConnectionError, isApiError } from './errors.ts';
export type { Paths, Schemas } from './generated/paths.ts';
export type { List } from './list.ts';
export type {
  Answer,
  Arguments,
  Given,
  ItemOf,
  ListPaths,
  OperationAt,
  Page,
  PathsWith,
  Rate,
  StreamEvent,
} from './operations.ts';
export type {
  CallOptions,
  ChangeOptions,
  ClientCredentials,
  ClientOptions,
  PostOptions,
  StreamOptions,
} from './options.ts';
