import { type EdgeContext, etagOf, type Module, openApiOnPaper } from '@wheelhouse/kit';
import { mergedDescription, type Part } from './merged-description.ts';
import { isOpenApi, type OpenApi, openApiOf } from './open-api.ts';

/** As old as this it is asked for again before it is shown. */
const freshMs = 5_000;
const askMs = 2_000;

export interface Published {
  readonly text: string;
  readonly etag: string;
}

export type Source = Pick<EdgeContext, 'modules' | 'call' | 'log' | 'version'>;

/** The description of one prefix, as its modules tell it; until they have, as they stand in our own image. */
export class PublishedDescription {
  readonly prefix: string;
  readonly #source: Source;
  readonly #modules: readonly [Module, ...Module[]];
  readonly #server: string;
  readonly #told = new Map<string, OpenApi>();
  #now: Published | undefined;
  #read = -Infinity;
  #reading: Promise<Published> | undefined;

  constructor(source: Source, modules: readonly [Module, ...Module[]], root: string) {
    this.#source = source;
    this.#modules = modules;
    this.prefix = modules[0].prefix;
    this.#server = `${root}/api${this.prefix}`;
  }

  async now(): Promise<Published> {
    if (this.#now !== undefined && performance.now() - this.#read < freshMs) return this.#now;
    this.#reading ??= this.#readAll().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #readAll(): Promise<Published> {
    const changed = await Promise.all(this.#modules.map((module) => this.#readOne(module)));
    this.#read = performance.now();
    if (this.#now === undefined || changed.includes(true)) this.#now = this.#put();
    return this.#now;
  }

  /** Answers whether it is another description than before. */
  async #readOne({ name }: Module): Promise<boolean> {
    const { call, log } = this.#source;
    const answer = await call(name, { path: '/openapi.json', timeoutMs: askMs }).catch((error: unknown) => {
      log.debug({ err: error }, `${name} does not return its OpenAPI description`);
      return undefined;
    });
    if (answer?.status !== 200 || !isOpenApi(answer.body)) return false;
    const before = this.#told.get(name);
    this.#told.set(name, answer.body);
    return JSON.stringify(before) !== JSON.stringify(answer.body);
  }

  #put(): Published {
    const [first, ...others] = this.#modules;
    const whole = mergedDescription([this.#part(first), ...others.map((module) => this.#part(module))], this.#server);
    return { text: JSON.stringify(whole), etag: etagOf(whole) };
  }

  #part(module: Module): Part {
    const { name, prefix } = module;
    const onPaper = () => openApiOf(openApiOnPaper(module, this.#source.version));
    return { module: name, below: prefix.slice(this.prefix.length), document: this.#told.get(name) ?? onPaper() };
  }
}

/** One for each prefix that lies below no other: what lies below one is described with it. */
export function descriptionsOf(source: Source, root: string): readonly PublishedDescription[] {
  const { modules } = source;
  const isIn = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);
  const outermost = [...new Set(modules.map(({ prefix }) => prefix))].filter(
    (prefix, _, all) => !all.some((other) => other !== prefix && isIn(prefix, other)),
  );
  return outermost.map((outer) => {
    const within = modules.filter(({ prefix }) => isIn(prefix, outer));
    // The module that has the prefix itself comes first: its title is the prefix's.
    const [first, ...others] = within.toSorted((one, other) => one.prefix.length - other.prefix.length);
    if (first === undefined) throw new Error(`there is no module behind ${outer}`);
    return new PublishedDescription(source, [first, ...others], root);
  });
}
