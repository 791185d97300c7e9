import { refuse } from '@wheelhouse/kit';

/** Whose password it will be: neither their email nor their name may stand in it. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

export const shortestPassword = 12;
export const longestPassword = 1024;
/** Shorter names occur in words by chance. */
const shortestName = 3;

/** Refuses what an attacker would try first; length does the rest, so no rules about kinds of characters. */
export async function refuseWeakPassword(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
  const why = await weakness(password, owner);
  if (why === undefined) return;
  refuse('validation_failed', {
    message: `The password ${why.message}.`,
    details: [{ field, code: why.code, message: why.message }],
  });
}

async function weakness(
  password: string,
  { email, name }: PasswordOwner,
): Promise<{ readonly code: string; readonly message: string } | undefined> {
  const length = Array.from(password).length;
  if (length < shortestPassword || password.length > longestPassword)
    return {
      code: 'length',
      message: `must have ${shortestPassword} to ${longestPassword} characters; a phrase of four or five words works well`,
    };
  const text = folded(password);
  const [local = ''] = folded(email).split('@');
  const plain = folded(name);
  const own = [local, plain, plain.replaceAll(/\s+/g, '')];
  if (own.some((part) => part.length >= shortestName && text.includes(part)))
    return { code: 'names_its_owner', message: 'must not contain your name or email address; choose other words' };
  const common = await commonPasswords();
  if (common.has(text) || common.has(withoutTail(text)) || repeats.test(text))
    return {
      code: 'common',
      message:
        'is easy to guess: it is a common or leaked password, one of those followed by digits, or a repeated pattern; choose several unrelated words',
    };
  return undefined;
}

/** A piece of up to eight characters, again and again. */
const repeats = /^(.{1,8})\1+$/su;

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** `Dragon2024!!!` is `dragon` to whoever guesses. */
function withoutTail(text: string): string {
  return text.replace(/[\d\p{P}\p{S}\s]+$/u, '');
}

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Fifty thousand, read when the first password is set and kept from then on. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  );
  return loaded;
}
