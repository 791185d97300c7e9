import { refuse, type RequestFacts } from '@wheelhouse/kit';

/**
 * A page of another site must not sign its visitor in (as somebody else) or out. Browsers say where a
 * request comes from; programs say nothing and hold no cookie that could be abused.
 */
export function refuseForeignOrigin({ header }: Pick<RequestFacts, 'header'>, externalUrl: string): void {
  const { origin } = new URL(externalUrl);
  const from = header('origin');
  const site = header('sec-fetch-site');
  if ((from === undefined || from === origin) && (site === undefined || site === 'same-origin')) return;
  refuse('forbidden', {
    message: `This request came from a page of another origin. Call it from ${origin}, or set EXTERNAL_URL to the public URL of this installation.`,
  });
}
