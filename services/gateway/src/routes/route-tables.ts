import { setTimeout as wait } from 'node:timers/promises';
import { type EdgeContext, type Module, type RouteRow, routesOnPaper, routeTable } from '@wheelhouse/kit';
import { type Destination, RouteTree } from './route-tree.ts';

const readEveryMs = 5_000;
/** A path nobody knows makes us ask again, and not more often than this. */
const missMs = 1_000;
const askMs = 2_000;

/** All modules' route tables: those of our own image until a module has told its own. */
export class RouteTables {
  readonly #context: Pick<EdgeContext, 'modules' | 'call' | 'log'>;
  readonly #addOwn: (tree: RouteTree) => void;
  readonly #rows = new Map<string, readonly RouteRow[]>();
  readonly #texts = new Map<string, string>();
  #tree = new RouteTree();
  readonly #read = new Map<string, number>();
  readonly #reading = new Map<string, Promise<void>>();

  /** `addOwn` adds what the gateway answers itself. */
  constructor(context: Pick<EdgeContext, 'modules' | 'call' | 'log'>, addOwn: (tree: RouteTree) => void) {
    this.#context = context;
    this.#addOwn = addOwn;
    for (const module of context.modules) this.#rows.set(module.name, routeTable(routesOnPaper(module)));
    this.#plant();
  }

  find(path: string): ReadonlyMap<string, Destination> | undefined {
    return this.#tree.find(path);
  }

  /** Before a path is said not to exist: the module may be newer than what we know of it. */
  async findAgain(path: string): Promise<ReadonlyMap<string, Destination> | undefined> {
    const now = performance.now();
    const stale = this.#context.modules.filter(
      ({ name, prefix }) => path.startsWith(`/api${prefix}/`) && now - (this.#read.get(name) ?? -Infinity) >= missMs,
    );
    if (stale.length === 0) return undefined;
    await Promise.all(stale.map((module) => this.#readOnce(module)));
    return this.find(path);
  }

  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.readAll();
      await wait(readEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async readAll(): Promise<void> {
    await Promise.all(this.#context.modules.map((module) => this.#readOnce(module)));
  }

  /** Once for all who ask at the same time; who asks for another module does not wait for this one. */
  #readOnce(module: Module): Promise<void> {
    const { name } = module;
    const reading =
      this.#reading.get(name) ??
      this.#readOne(module)
        .then((changed) => {
          this.#read.set(name, performance.now());
          if (changed) this.#plant();
        })
        .finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  /** Answers whether it is another table than before. */
  async #readOne({ name }: Module): Promise<boolean> {
    const answer = await this.#context
      .call(name, { path: '/internal/routes', timeoutMs: askMs })
      .catch(() => undefined);
    const routes = answer?.status === 200 ? routesIn(answer.body) : undefined;
    if (routes === undefined) return false;
    const text = JSON.stringify(routes);
    if (this.#texts.get(name) === text) return false;
    this.#texts.set(name, text);
    this.#rows.set(name, routes);
    return true;
  }

  #plant(): void {
    const tree = new RouteTree();
    this.#addOwn(tree);
    for (const { name, prefix } of this.#context.modules)
      for (const row of this.#rows.get(name) ?? []) if (row.access !== 'internal') tree.add(name, `/api${prefix}`, row);
    this.#tree = tree;
  }
}

/** Undefined for what is no route table: a module that is out of its mind must not take the others' routes along. */
function routesIn(body: unknown): readonly RouteRow[] | undefined {
  const routes = typeof body === 'object' && body !== null && 'routes' in body ? body.routes : undefined;
  return Array.isArray(routes) && routes.every(isRow) ? routes : undefined;
}

function isRow(row: unknown): row is RouteRow {
  if (typeof row !== 'object' || row === null || !('method' in row && 'url' in row && 'access' in row)) return false;
  return typeof row.method === 'string' && typeof row.url === 'string' && typeof row.access === 'string';
}
