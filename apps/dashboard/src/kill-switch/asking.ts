import { useSyncExternalStore } from 'react';

/** What somebody is about to do to the kill switch; without a cluster, for all of them. */
export interface Asking {
  readonly to: 'stop' | 'release';
  readonly clusterId?: string | undefined;
}

let current: Asking | undefined;
const listeners = new Set<() => void>();

/** Buttons, banner and palette ask by this; the dialog is the shell's own, so that it outlives them. */
export function ask(asking: Asking | undefined): void {
  current = asking;
  for (const listener of listeners) listener();
}

export function useAsking(): Asking | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => current,
  );
}
