const key = 'wheelhouse.tenant';

/** The tenant last signed in to from this browser; a browser that keeps nothing is asked each time. */
export const rememberedTenant = {
  get: (): string | undefined => {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set: (slug: string): void => {
    try {
      localStorage.setItem(key, slug);
    } catch {
      // Then it is asked for again.
    }
  },
  forget: (): void => {
    try {
      localStorage.removeItem(key);
    } catch {
      // No response.
    }
  },
};
