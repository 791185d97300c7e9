/** Single keys can be switched off, for those who speak to their computer. Profile has the switch. */
const keysOff = 'wheelhouse.keys-off';

/** What takes letters for itself. */
const takesKeys = 'input, textarea, select, [role=dialog], [role=menu]';

/** A key by itself that is a command: nobody types, and nothing else has used it. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event;
  const isTaken = target instanceof Element && target.closest(takesKeys) !== null;
  return !isTaken && !ctrlKey && !metaKey && !altKey && !repeat && !defaultPrevented && !areOff();
}

export const areOff = (): boolean => localStorage.getItem(keysOff) !== null;

export function switchKeys(on: boolean): void {
  if (on) localStorage.removeItem(keysOff);
  else localStorage.setItem(keysOff, 'yes');
}
