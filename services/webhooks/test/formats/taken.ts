/** What one of the products says to a body, by what it documents. */
export interface Taken {
  readonly status: number;
  readonly answer: string;
  /** All text that people see of it, in order; empty where it was refused. */
  readonly seen: readonly string[];
  /** The addresses it links to. */
  readonly links: readonly string[];
  /** What a stranger's name must never bring about: mentions, formats, links of their own. */
  readonly injected: readonly string[];
}

export const refused = (status: number, answer: string): Taken => ({
  status,
  answer,
  seen: [],
  links: [],
  injected: [],
});

export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
