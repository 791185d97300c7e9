import { type Scope, scopeFor } from '@wheelhouse/contracts';
import type { RouteRow } from '@wheelhouse/kit';

/** Where a request goes once its path and method are known. */
export interface Destination {
  readonly module: string;
  readonly row: RouteRow;
  /** Its public path with its parameters' names: for figures, logs and the audit trail. */
  readonly route: string;
  /** The part of a path that the module does not see. */
  readonly strip: number;
  /** The scope that opens it, if one does. */
  readonly scope: Scope | undefined;
  /** Answered by the gateway itself, for anyone who is known (or, if public, for anyone). */
  readonly own?: (passage: OwnPassage) => void;
  /** Of the dashboard: counted apart, and refused in words for people. */
  readonly isPage?: boolean;
}

/** What an answer of our own is given. */
export interface OwnPassage {
  readonly path: string;
  /** A header of the request, by its name in small letters. */
  header(name: 'if-none-match' | 'accept-encoding'): string | undefined;
  readonly answer: (status: number, headers: Readonly<Record<string, string>>, body: string | Buffer) => void;
  /** It was to be answered and cannot be. */
  fail(error: unknown): void;
}

interface Node {
  readonly fixed: Map<string, Node>;
  any: Node | undefined;
  readonly methods: Map<string, Destination>;
}

const emptyNode = (): Node => ({ fixed: new Map(), any: undefined, methods: new Map() });

/** All paths that callers may ask for, of all modules; a word wins over a parameter. */
export class RouteTree {
  readonly #root = emptyNode();

  /** What another module has already is not taken from it. */
  add(module: string, prefix: string, row: RouteRow): void {
    const route = prefix + row.url;
    const scope = scopeFor(row.access);
    this.#put({ module, row, route, scope, strip: prefix.length });
  }

  /** A page of the gateway itself. */
  addOwn(path: string, access: 'public' | 'own', own: (passage: OwnPassage) => void): void {
    const row = { method: 'GET', url: path, access } as const;
    this.#put({ module: 'gateway', row, route: path, strip: 0, scope: undefined, own });
  }

  #put(destination: Destination): void {
    const { row, route } = destination;
    let node = this.#root;
    for (const word of route.slice(1).split('/')) node = word.startsWith(':') ? anyOf(node) : fixedOf(node, word);
    if (!node.methods.has(row.method)) node.methods.set(row.method, destination);
    // Whoever may read may ask for the head; a GET that does something is not done for a head.
    const head = row.method === 'GET' && row.audit === undefined && row.stream !== true;
    if (head && !node.methods.has('HEAD')) node.methods.set('HEAD', destination);
  }

  /** The destinations by method of a path; undefined when no module has it. */
  find(path: string): ReadonlyMap<string, Destination> | undefined {
    return find(this.#root, path, 1);
  }
}

function fixedOf(node: Node, word: string): Node {
  const known = node.fixed.get(word) ?? emptyNode();
  node.fixed.set(word, known);
  return known;
}

function anyOf(node: Node): Node {
  node.any ??= emptyNode();
  return node.any;
}

function find(node: Node, path: string, from: number): ReadonlyMap<string, Destination> | undefined {
  const slash = path.indexOf('/', from);
  const word = slash === -1 ? path.slice(from) : path.slice(from, slash);
  // An empty word is never a parameter; a page of our own may end in a slash.
  return below(node.fixed.get(word), path, slash) ?? (word === '' ? undefined : below(node.any, path, slash));
}

function below(node: Node | undefined, path: string, slash: number): ReadonlyMap<string, Destination> | undefined {
  if (node === undefined) return undefined;
  if (slash !== -1) return find(node, path, slash + 1);
  return node.methods.size === 0 ? undefined : node.methods;
}
