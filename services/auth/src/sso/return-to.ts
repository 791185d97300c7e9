/** Where a browser is sent after signing in: a path of this installation, or the start. */
export function returnPath(wanted: string | undefined, externalUrl: string): string {
  const base = new URL(externalUrl);
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, base.href)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, base);
  // `/\host`, `//host` and `/<tab>/host` are read as another origin; `/.//host` only once its dots are gone.
  if (origin !== base.origin || pathname.startsWith('//')) return '/';
  return pathname + search + hash;
}
