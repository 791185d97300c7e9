import { Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import type { AddressGuard } from '@wheelhouse/kit';
import { SendFailed } from './send-failed.ts';

export interface ResolveOptions {
  readonly guard: AddressGuard;
  /** Name servers with their ports; without it those of the machine. */
  readonly dnsServers?: readonly string[];
}

export interface Found {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Which one is not told: that would show to outsiders what the names inside are. */
export const notPublic = 'the name has an address that is not public';

const queryTimeoutMs = 2_000;
const queryTries = 2;

const dnsWords: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name does not exist',
  ENODATA: 'it has neither an A nor an AAAA record',
  ETIMEOUT: 'its name servers did not respond',
  ESERVFAIL: 'its name servers failed',
  EREFUSED: 'its name servers refused to answer',
  EBADNAME: 'it is not a valid DNS name',
};

/**
 * Every address of a name, asked of the name servers alone (no file, no search domains), and each one of them judged.
 * One that is refused spoils the name: whoever mixes them wants us to try until we reach it.
 */
export async function resolveName(
  name: string,
  { guard, dnsServers }: ResolveOptions,
  cancelled: AbortSignal,
): Promise<readonly [Found, ...Found[]]> {
  const resolver = new Resolver({ timeout: queryTimeoutMs, maxTimeout: queryTimeoutMs, tries: queryTries });
  if (dnsServers !== undefined) resolver.setServers(dnsServers);
  const cancel = () => resolver.cancel();
  cancelled.addEventListener('abort', cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    // What was said is judged also where the other question found no answer.
    const addresses = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.some((address) => guard.whyNot(address) !== undefined))
      throw new SendFailed('address_refused', notPublic);
    const [first, ...more] = addresses.map(foundOf);
    if (first === undefined) throw new SendFailed('dns_failed', whyNothing([four, six]));
    return [first, ...more];
  } finally {
    cancelled.removeEventListener('abort', cancel);
  }
}

function foundOf(address: string): Found {
  return { address, family: isIPv4(address) ? 4 : 6 };
}

/** A name without a record of one kind is ordinary; the other question tells what is amiss. */
function whyNothing(answers: readonly PromiseSettledResult<unknown>[]): string {
  const codes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : 'ENODATA'));
  const code = codes.find((each) => each !== 'ENODATA') ?? 'ENODATA';
  return dnsWords[code] ?? code;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
