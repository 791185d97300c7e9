import { run } from '../../dev/engines/runtime/shell.ts';
import { openIPv4, openIPv6 } from './addresses.ts';

/** First packets of TCP connections, counted by the kernel as they leave, whoever sends them. */
export interface Counted {
  /** To addresses that are public, at the port of the receiver. */
  readonly open: number;
  /** To all others, and the addresses. */
  readonly closed: number;
  readonly closedTo: readonly string[];
}

export const port = 443;

const rules = `
table inet ssrf {
  counter open {}
  counter closed {}
  set open4 { type ipv4_addr; elements = { ${openIPv4.join(', ')} } }
  set open6 { type ipv6_addr; elements = { ${openIPv6.join(', ')} } }
  set closed4 { type ipv4_addr; flags dynamic; size 65535; }
  set closed6 { type ipv6_addr; flags dynamic; size 65535; }
  chain leaving {
    type filter hook output priority 0;
    tcp flags & (syn | ack) == syn jump begun
  }
  chain begun {
    ip daddr @open4 tcp dport ${port} counter name open return
    ip6 daddr @open6 tcp dport ${port} counter name open return
    counter name closed
    add @closed4 { ip daddr }
    add @closed6 { ip6 daddr }
  }
}
`;

/** Inside a namespace: every address there is becomes its own, and the public ones are bound besides. */
export async function ownEverything(): Promise<void> {
  const ip = (...words: readonly string[]) => run('ip', words);
  await ip('link', 'set', 'lo', 'up');
  for (const address of openIPv4) await ip('address', 'add', `${address}/32`, 'dev', 'lo');
  for (const address of openIPv6) await ip('address', 'add', `${address}/128`, 'dev', 'lo', 'nodad');
  await ip('route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo');
  await ip('-6', 'route', 'add', 'local', '::/0', 'dev', 'lo');
  await run('nft', ['-f', '-'], { input: rules });
}

interface Listed {
  readonly nftables: readonly {
    readonly counter?: { readonly name: string; readonly packets: number };
    readonly set?: { readonly name: string; readonly elem?: readonly unknown[] };
  }[];
}

export async function counted(): Promise<Counted> {
  const { nftables } = JSON.parse(await run('nft', ['-j', 'list', 'table', 'inet', 'ssrf'])) as Listed;
  const packets = (name: string) =>
    nftables.find(({ counter }) => counter?.name === name)?.counter?.packets ?? Number.NaN;
  const closedTo = nftables.flatMap(({ set }) =>
    set?.name.startsWith('closed') === true ? (set.elem ?? []).map((each) => JSON.stringify(each)) : [],
  );
  return { open: packets('open'), closed: packets('closed'), closedTo };
}
