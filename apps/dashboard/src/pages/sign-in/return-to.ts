const here = 'http://here.invalid';
/** Who has signed in has nothing to do there. */
const entrances = /^\/(?:login|setup|invite|reset)(?:\/|$)/;

/** Where to go on after signing in: a path of this installation whatever the address says, or the start. */
export function returnPath(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, here)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, here);
  // `//host`, `/\host` and `/<tab>/host` lead to another origin; `/.//host` does once its dots are gone.
  if (origin !== here || pathname.startsWith('//') || entrances.test(pathname)) return '/';
  return pathname + search + hash;
}
