import type { FactPart, Facts } from '@wheelhouse/contracts';
import { KubernetesError } from '@wheelhouse/kubernetes';
import { isFault, wordsOf } from '../live/asking.ts';
import { NoCallsLeft } from './calls.ts';

/** The parts of what is looked at; one that cannot be seen is named, and takes nothing else along. */
export class Parts {
  readonly #hidden = new Map<FactPart, string>();

  get notVisible(): Facts['not_visible'] {
    return [...this.#hidden].map(([part, why]) => ({ part, why }));
  }

  hide(part: FactPart, why: string): void {
    if (!this.#hidden.has(part)) this.#hidden.set(part, why);
  }

  /** Undefined: it cannot be seen. What is no fault of the cluster's is thrown. */
  async see<T>(part: FactPart, asked: Promise<T>): Promise<T | undefined> {
    return asked.catch((error: unknown) => {
      if (!(error instanceof NoCallsLeft) && !isFault(error)) throw error;
      this.hide(part, whyHidden(error));
      return undefined;
    });
  }
}

export function whyHidden(error: Error): string {
  if (error instanceof NoCallsLeft) return `It was not looked at: ${error.message}.`;
  if (isForbidden(error)) return `The credentials of the cluster are not allowed to read this: ${wordsOf(error)}`;
  const isUnknown = error instanceof KubernetesError && error.status === 404;
  return isUnknown
    ? `The cluster does not serve this: ${wordsOf(error)}`
    : `The cluster did not tell it: ${wordsOf(error)}`;
}

export function isForbidden(error: unknown): error is KubernetesError {
  return error instanceof KubernetesError && error.status === 403;
}
