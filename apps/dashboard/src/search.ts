/** What an address may hold after its question mark; anything else in it is dropped. */
export function searchOf<Name extends string>(...names: readonly Name[]) {
  return (given: Readonly<Record<string, unknown>>): { [Key in Name]?: string | undefined } => {
    const known: { [Key in Name]?: string | undefined } = {};
    for (const name of names) {
      const value = given[name];
      if (typeof value === 'string' && value !== '') known[name] = value;
      else if (typeof value === 'number') known[name] = String(value);
    }
    return known;
  };
}

/** The address as people would write it: name=value, text as it is. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' && value !== '') pairs.set(name, value);
  const text = pairs.toString();
  return text === '' ? '' : `?${text}`;
}
