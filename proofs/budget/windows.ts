import type { Said } from './lane.ts';

/** What one token was given in one window. */
export interface TokenWindow {
  readonly token: number;
  readonly window: number;
  offered: number;
  admitted: number;
}

/** An answer that said more remained than one before it: as one gateway tells it, or all of them. */
export interface Rise {
  readonly window: number;
  readonly by: 'one gateway' | 'all';
  readonly from: number;
  readonly to: number;
}

interface Least {
  window: number;
  remaining: number;
}

export interface Heard extends Said {
  readonly gateway: number;
}

/** What one token was told. Volleys follow each other, so none may be told more than one before it. */
export class TokenStory {
  readonly #token: number;
  readonly windows = new Map<number, TokenWindow>();
  readonly rises: Rise[] = [];
  readonly #leastOf = new Map<number | 'all', Least>();

  constructor(token: number) {
    this.#token = token;
  }

  hear(volley: readonly Heard[]): void {
    for (const { window, status } of volley) {
      const sum = this.windows.get(window) ?? { token: this.#token, window, offered: 0, admitted: 0 };
      this.windows.set(window, sum);
      sum.offered += 1;
      if (status === 200) sum.admitted += 1;
    }
    this.#compare('all', volley);
    for (const gateway of new Set(volley.map((one) => one.gateway)))
      this.#compare(
        gateway,
        volley.filter((one) => one.gateway === gateway),
      );
  }

  #compare(who: number | 'all', volley: readonly Heard[]): void {
    const before = this.#leastOf.get(who);
    for (const { window, remaining } of volley)
      if (before !== undefined && before.window === window && remaining > before.remaining)
        this.rises.push({ window, by: who === 'all' ? who : 'one gateway', from: before.remaining, to: remaining });
    const window = Math.max(...volley.map((one) => one.window));
    const told = volley.filter((one) => one.window === window).map(({ remaining }) => remaining);
    if (before?.window === window) told.push(before.remaining);
    this.#leastOf.set(who, { window, remaining: Math.min(...told) });
  }
}
