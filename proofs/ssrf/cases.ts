import { closedIPv4, closedIPv6, openIPv4, openIPv6 } from './addresses.ts';
import { carriedInIPv6, formsOfIPv4 } from './encodings.ts';

/** A URL that leads to where nobody may be led; `records` are what its name resolves to, at the first question and later. */
export interface Trap {
  readonly what: string;
  readonly url: string;
  /** Whether the host is a literal: that is refused already when the subscription is made. */
  readonly isLiteral: boolean;
  readonly records?: readonly [Records, ...Records[]];
}

export interface Records {
  readonly four: readonly string[];
  readonly six: readonly string[];
}

const [openFour, openSix] = [openIPv4[4], openIPv6[3]];
/** The cloud's credentials, a service on this machine, and one in its network. */
const chosen = ['169.254.169.254', '127.0.0.1', '10.0.0.1'] as const;

export function literalTraps(): readonly Trap[] {
  const literal = (what: string, host: string): Trap => ({ what, url: `https://${host}/`, isLiteral: true });
  const four = closedIPv4.flatMap((address) =>
    Object.entries(formsOfIPv4(address)).map(([form, host]) => literal(`${address}, ${form}`, host)),
  );
  const carried = closedIPv4.flatMap((address) =>
    Object.entries(carriedInIPv6(address)).map(([form, host]) => literal(`${address}, ${form}`, `[${host}]`)),
  );
  const six = closedIPv6.map((address) => literal(address, `[${address}]`));
  const dressed = chosen.flatMap((address): readonly Trap[] => [
    { what: `${address}, another port`, url: `https://${address}:8443/`, isLiteral: true },
    { what: `${address}, behind a name as a user`, url: `https://${openFour}@${address}/`, isLiteral: true },
    { what: `${address}, behind a name and a backslash`, url: `https://${address}\\@${openFour}/`, isLiteral: true },
    { what: `${address}, before a fragment`, url: `https://${address}#@${openFour}/`, isLiteral: true },
    {
      what: `${address}, with a tab inside`,
      url: `https://${address.slice(0, 3)}\t${address.slice(3)}/`,
      isLiteral: true,
    },
  ]);
  return [...four, ...carried, ...six, ...dressed];
}

export function namedTraps(): readonly Trap[] {
  const traps: Trap[] = [];
  const named = (what: string, ...records: readonly [Records, ...Records[]]): void => {
    traps.push({ what, url: `https://n${traps.length}.ssrf.test/`, isLiteral: false, records });
  };
  for (const address of closedIPv4) named(`a name of ${address}`, { four: [address], six: [] });
  for (const address of closedIPv6) named(`a name of ${address}`, { four: [], six: [address] });
  for (const address of closedIPv4)
    for (const [form, six] of Object.entries(carriedInIPv6(address)))
      if (form === 'mapped' || form === 'NAT64' || form === '6to4')
        named(`a name of ${address}, ${form}`, { four: [], six: [six] });
  for (const address of chosen) {
    named(`${address} after a public one`, { four: [openFour, address], six: [] });
    named(`${address} before a public one`, { four: [address, openFour], six: [] });
    named(`${address} beside a public one of IPv6`, { four: [address], six: [openSix] });
    named(`${address} mapped, beside a public one`, { four: [openFour], six: [`::ffff:${address}`] });
    named(`${address} among twenty`, { four: [...openIPv4, address], six: [...openIPv6] });
  }
  const inside = { four: ['127.0.0.1'], six: ['::1'] };
  for (const host of [
    'localhost',
    'localhost.localdomain',
    'metadata.google.internal',
    'kubernetes.default.svc',
    'a.localhost',
  ])
    for (const written of [host, host.toUpperCase(), `${host}.`])
      traps.push({ what: written, url: `https://${written}/`, isLiteral: false, records: [inside] });
  return traps;
}

/** Names that lead to a public address when first asked for, and elsewhere from then on, or every other time. */
export function turningTraps(): readonly Trap[] {
  const open: Records = { four: [openFour], six: [] };
  return [
    ...closedIPv4.map((address) => [address, 4] as const),
    ...closedIPv6.map((address) => [address, 6] as const),
  ].map(([address, family], index) => {
    const closed: Records = family === 4 ? { four: [address], six: [] } : { four: [], six: [address] };
    return {
      what: `a name that turns to ${address}`,
      url: `https://t${index}.ssrf.test/`,
      isLiteral: false,
      records: [open, closed],
    };
  });
}
