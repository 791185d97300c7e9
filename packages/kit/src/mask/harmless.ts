/** What stands where a secret might, and is none. */

/** Letters alone, as words put together have them: `signature-is-invalid`. */
export function isWords(text: string): boolean {
  return /^[a-z]{1,24}(?:['’._/-][a-z]{1,24})*[.,:;!?]*$/i.test(text) && !/[a-z][A-Z]/.test(text);
}

/** As names, ids and times are not. */
export function isRandom(text: string): boolean {
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9]/.test(text);
}

/** Where somebody left a secret out, or names where it is to be taken from. */
export function isPlaceholder(text: string): boolean {
  return (
    text.startsWith('[masked') ||
    /^[[<]?(?:redacted|masked|hidden|filtered)[\]>]?$/i.test(text) ||
    /^(?:\$\{|\$\(|\{\{|%\(|<[^<>]*>?$)/.test(text) ||
    /^(?:\$[A-Z_][A-Z0-9_]*|%[a-z]|\*+|[xX]{3,}|•+|\.{3}|…)$/.test(text)
  );
}

/** As messages go on after the name: `token: expired`, `"password": "must not be empty"`. */
const goesOn = new Set(
  (
    'must is was are were be been not should shall cannot can may might will would has have had needs need does did do ' +
    'required missing invalid incorrect wrong expired empty denied failed failure fails rejected unknown unexpected unset ' +
    'changed updated rotated reset revoked refreshed created deleted found too no only at in for from of to with without ' +
    'and or but the a an this that these any some please error err string value file text bytes integer number boolean ' +
    'object array optional mismatch malformed unauthorized unauthenticated forbidden authentication authorization set ' +
    'given provided contains length minimum maximum enabled disabled ok valid accepted verified checked received sent ' +
    "used using can't couldn't doesn't didn't isn't wasn't won't shouldn't mustn't true false null nil none undefined yes " +
    'on off n/a (none) (nil) (empty) <nil>'
  ).split(' '),
);

const longestHarmless = 256;

export interface FieldValue {
  readonly text: string;
  readonly isQuoted: boolean;
  /** It stands behind a colon and a space, as prose has it too. */
  readonly isProse: boolean;
}

/** Of a field that is called password, token and the like. */
export function isHarmlessValue({ text, isQuoted, isProse }: FieldValue, kind: string): boolean {
  if (text.length > longestHarmless) return false;
  if (text === '' || isPlaceholder(text)) return true;
  const [, first = ''] = /^([a-z'()<>/]{1,20})[.,:;!]*(?:\s|$)/i.exec(text) ?? [];
  if (goesOn.has(first.toLowerCase())) return true;
  // Where it is to be found.
  if (/^~?(?:\/[a-z0-9._-]+){2,}\/?$/.test(text)) return true;
  if (kind === 'password') return false;
  if (/^\d{1,5}[a-z]{0,2}$/.test(text)) return true;
  // A Secret that is named: shop/checkout.
  if (kind === 'secret' && /^[a-z][a-z-]*\/[a-z][a-z.-]*$/.test(text)) return true;
  return !isQuoted && isProse && text.split(/\s+/).every(isWords);
}
