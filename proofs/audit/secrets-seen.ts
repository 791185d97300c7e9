/** Every secret that went over the wire in a run, in either direction. */
export interface SecretsSeen {
  readonly all: () => readonly string[];
  readonly add: (secret: string) => void;
  /** Looks for secrets in a body or an answer: by the names of fields, and by the form of those we issue. */
  readonly look: (said: unknown) => void;
}

const ours = /wh[a-z]_[0-9A-Za-z]{36}/g;
const names = new Set([
  'token',
  'access_token',
  'secret',
  'client_secret',
  'signing_secret',
  'routing_key',
  'password',
  'current_password',
  'new_password',
  'recovery_code',
  'recovery_codes',
  'credential',
  'verifier',
  'authorization',
]);
/** Shorter ones, as codes of six digits, stand anywhere by chance. */
const shortest = 8;

export function secretsSeen(): SecretsSeen {
  const seen = new Set<string>();
  const add = (secret: string) => {
    if (secret.length >= shortest) seen.add(secret);
  };
  const walk = (value: unknown, isSecret: boolean): void => {
    if (typeof value === 'string') {
      if (isSecret) add(value);
      for (const [found] of value.matchAll(ours)) add(found);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value))
        walk(part, names.has(name) || (isSecret && Array.isArray(value)));
    }
  };
  return { all: () => [...seen], add, look: (said) => walk(said, false) };
}
