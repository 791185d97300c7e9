/** A provider that cannot be used, in words for the admin who names it. */
export class ProviderFault extends Error {}

/**
 * Why a call to a provider failed: the innermost error's words. Errors of openid-client carry tokens and
 * claims as their causes, so they are never logged or shown themselves.
 */
export function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.cause instanceof Response) return `${error.message} (status ${error.cause.status})`;
  if (error.cause instanceof Error) return whyOf(error.cause);
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  return error.message === '' && first !== undefined ? whyOf(first) : error.message;
}
