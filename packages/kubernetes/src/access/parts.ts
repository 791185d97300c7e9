import { isIP } from 'node:net';
import { KubeconfigRefused } from './access.ts';
import { type Entry, type Kubeconfig, malformed, textOf } from './kubeconfig-text.ts';

/** The cluster and the user that a context names. */
export function chosenIn(config: Kubeconfig, context?: string): { readonly cluster: Entry; readonly user: Entry } {
  const names = config.contexts.map(({ name }) => `"${name.slice(0, 64)}"`).slice(0, 10);
  const listed =
    names.length === 0 ? 'The kubeconfig has no contexts' : `Choose one of its contexts: ${names.join(', ')}`;
  const wanted = context ?? config.currentContext;
  if (wanted === undefined)
    throw new KubeconfigRefused('no_context', 'current-context', `current-context is not set. ${listed}`);
  const chosen = config.contexts.find(({ name }) => name === wanted);
  if (chosen === undefined)
    throw new KubeconfigRefused('no_context', 'contexts', `There is no context "${wanted.slice(0, 64)}". ${listed}`);
  const named = (kind: 'cluster' | 'user', entries: readonly Entry[]) => {
    const field = `${chosen.field}.${kind}`;
    const name = textOf(chosen.fields, kind, field);
    const entry = entries.find((one) => one.name === name);
    if (entry === undefined) throw malformed(field, `${field} does not match any ${kind} in this kubeconfig`);
    return entry;
  };
  return { cluster: named('cluster', config.clusters), user: named('user', config.users) };
}

export function serverOf({ fields, field }: Entry): string {
  const place = `${field}.server`;
  const text = textOf(fields, 'server', place) ?? '';
  const url = URL.parse(text);
  if (url === null || text.length > 2048 || !/^[a-z]+:\/\//i.test(text) || /[^\x21-\x7e]|\\/.test(text))
    throw malformed(place, `${place} is not a URL such as https://host:6443`);
  if (url.protocol !== 'https:')
    throw new KubeconfigRefused('not_https', place, `${place} does not start with https://`);
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/]*@/i.test(text))
    throw new KubeconfigRefused(
      'userinfo',
      place,
      `${place} contains a user or password: put a token into the user's entry instead`,
    );
  if (/[?#]/.test(text) || text[8] === '/') throw malformed(place, `${place} has a query or a fragment, or no host`);
  return normalServer(url);
}

export function normalServer({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

export function serverNameOf({ fields, field }: Entry): string | undefined {
  const place = `${field}.tls-server-name`;
  const name = textOf(fields, 'tls-server-name', place);
  if (name !== undefined && isIP(name) === 0 && !/^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name))
    throw malformed(place, `${place} is not a host name`);
  return name;
}

/** It goes into a header: one line of visible ASCII, or it could say more than it seems to. */
export function tokenIn(text: string, field: string): string {
  if (!/^[\x21-\x7e]{1,16384}$/.test(text)) throw malformed(field, `${field} is not a single line of printable ASCII`);
  return text;
}
