import type { Output } from './output/output.ts';

/** What a command is called with. */
export interface Invocation {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly out: Output;
}

export type Run = (invocation: Invocation) => Promise<void>;

export function textOption({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
