const most = 10;

/** The first of them, and how many more there are. */
export function someNames(all: readonly { readonly name: string }[]): string {
  const names = all.slice(0, most).map(({ name }) => name);
  return all.length > most ? `${names.join(', ')} and ${all.length - most} more` : names.join(', ');
}
