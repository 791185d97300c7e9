import { type JsonObject, type OpenApi, openApiOf, type Operations } from './open-api.ts';

/**
 * A part whose names mean nothing else in the whole: a schema (parameter, response…) that both have under one name
 * and describe differently, and an operation id that both use, get the module's name in front.
 */
export function withOwnNames(whole: OpenApi, part: OpenApi, module: string): OpenApi {
  const front = module.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  let renamed = withOwnOperationIds(whole, part, front);
  // What refers to a thing of another name is another thing: so until nothing differs any more.
  for (let clashes = clashesOf(whole, renamed); clashes.length > 0; clashes = clashesOf(whole, renamed))
    renamed = clashes.reduce((document, clash) => withComponentRenamed(document, clash, front), renamed);
  return renamed;
}

interface Clash {
  readonly kind: string;
  readonly name: string;
}

function clashesOf(whole: OpenApi, part: OpenApi): readonly Clash[] {
  return Object.entries(part.components).flatMap(([kind, named]) =>
    Object.entries(named)
      .filter(([name, meaning]) => {
        const known = whole.components[kind]?.[name];
        return known !== undefined && JSON.stringify(known) !== JSON.stringify(meaning);
      })
      .map(([name]) => ({ kind, name })),
  );
}

function withComponentRenamed(document: OpenApi, { kind, name }: Clash, front: string): OpenApi {
  const pointer = (to: string) => `"#/components/${kind}/${to}"`;
  const text = JSON.stringify(document).replaceAll(pointer(name), pointer(front + name));
  const { components, ...rest } = openApiOf(JSON.parse(text));
  const { [name]: meaning, ...others } = components[kind] ?? {};
  return { ...rest, components: { ...components, [kind]: { ...others, [front + name]: meaning } } };
}

function withOwnOperationIds(whole: OpenApi, part: OpenApi, front: string): OpenApi {
  const taken = new Set(Object.values(whole.paths).flatMap(idsOf));
  const own = (operation: JsonObject): JsonObject => {
    const { operationId } = operation;
    if (typeof operationId !== 'string' || !taken.has(operationId)) return operation;
    return { ...operation, operationId: lowerFirst(front) + upperFirst(operationId) };
  };
  const paths = mapped(part.paths, (operations) => mapped(operations, own));
  return { ...part, paths };
}

function mapped<T>(entries: Readonly<Record<string, T>>, change: (entry: T) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, change(entry)]));
}

function idsOf(operations: Operations): readonly string[] {
  return Object.values(operations).map(({ operationId }) => String(operationId));
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function lowerFirst(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}
