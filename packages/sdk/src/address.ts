/** Where a call goes. Values become parts of an address and can never change where it leads. */

export type Values = Readonly<Record<string, unknown>>;

export function pathOf(template: string, params: Values = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(params[name]);
    // An empty part, and dots, would name another path; encoding does not hide dots.
    if (value === undefined || /^\.{0,2}$/.test(value))
      throw new TypeError(`${template} needs a value for ${name}; "${value ?? ''}" is not one`);
    return encodeURIComponent(value);
  });
}

/** With its question mark; values that are not there are left out. */
export function queryOf(query: Values = {}): string {
  const text = pairsOf(query).toString();
  return text === '' ? '' : `?${text}`;
}

export function pairsOf(values: Values): URLSearchParams {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const text = textOf(value);
    if (text !== undefined) pairs.set(name, text);
  }
  return pairs;
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`a URL can contain text, numbers and booleans, but not ${JSON.stringify(value)}`);
}

/** Without the slash at its end. A browser may give a path of its own origin. */
export function baseOf(baseUrl: string): string {
  const isAddress = /^https?:\/\/[^/?#]+[^?#]*$/.test(baseUrl) && URL.canParse(baseUrl);
  if (!isAddress && !/^\/(?!\/)[^?#]*$/.test(baseUrl))
    throw new TypeError(`baseUrl must look like https://wheelhouse.example.com/api, but is "${baseUrl}"`);
  return baseUrl.replace(/\/+$/, '');
}
