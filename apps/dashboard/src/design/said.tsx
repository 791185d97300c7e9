import { useSyncExternalStore } from 'react';
import css from './said.module.css';

let words = '';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(text: string): void {
  words = text;
  for (const listener of listeners) listener();
}

/** One short sentence about what was just done, seen and read aloud. Never an error: errors stay where they happened. */
export function say(text: string): void {
  show(text);
  clearTimeout(timer);
  timer = setTimeout(() => show(''), 5_000);
}

export function Said() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => words,
  );
  return (
    <output className={css['said']} aria-live="polite" data-empty={text === ''}>
      {text}
    </output>
  );
}
