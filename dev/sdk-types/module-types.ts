import { comment, field, nameOf, type Schema, typeOf } from './type-of-schema.ts';

/** The part of an OpenAPI description that types are made of. */
export interface Description {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

interface Operation {
  readonly summary?: string;
  readonly 'x-access'?: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type ToType = (schema: Schema | undefined) => string;

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** `k8s-monitor` has `K8sMonitorPaths`. */
export const wordOf = (module: string) =>
  module.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** For each path and method of a module what it takes and answers. */
export function moduleTypes(module: string, { servers, paths, components }: Description): string {
  const prefix = (servers[0]?.url ?? '').replace(/^\/api/, '');
  const named = new Set<string>();
  const toType: ToType = (schema = {}) =>
    typeOf(schema, (name) => {
      named.add(name);
      return `${wordOf(module)}Schemas[${JSON.stringify(name)}]`;
    });
  const entries = Object.entries(paths).flatMap(([path, operations]) => {
    const lines = methods.flatMap((method) => {
      const operation = operations[method];
      const parameters = (operation?.parameters ?? []).flatMap((given) =>
        '$ref' in given ? (components?.parameters?.[nameOf(given.$ref)] ?? []) : given,
      );
      return operation === undefined ? [] : operationText(method, operation, parameters, toType);
    });
    return lines.length === 0 ? [] : [`readonly ${JSON.stringify(prefix + path)}: {`, ...lines, '};'];
  });
  const schemas: string[] = [];
  // A schema may name others: the set grows while it is read.
  for (const name of named) schemas.push(field(name, true, toType(components?.schemas?.[name])));
  return [
    `/** Long because it is generated, by \`npm run reference\`, from docs/reference/openapi/${module}.json. */`,
    `export interface ${wordOf(module)}Paths {`,
    ...entries,
    '}',
    `\nexport ${schemas.length === 0 ? 'type' : 'interface'} ${wordOf(module)}Schemas`,
    ...(schemas.length === 0 ? ['= Readonly<Record<string, never>>;'] : ['{', ...schemas, '}']),
  ].join('\n');
}

function operationText(
  method: string,
  { requestBody, responses, summary = '', 'x-access': access = 'any' }: Operation,
  parameters: readonly Parameter[],
  toType: ToType,
): readonly string[] {
  const answers = Object.entries(responses).filter(([status]) => /^2\d\d$/.test(status));
  // What only sends a browser elsewhere is not for programs.
  if (answers.length === 0) return [];
  const isStream = answers.some(([, { content }]) => content?.['text/event-stream'] !== undefined);
  return [
    comment(`${summary}. Access: ${access}.`),
    `readonly ${method.toUpperCase()}: {`,
    ...parametersText('params', 'path', parameters, toType),
    ...parametersText('query', 'query', parameters, toType),
    ...bodyText(requestBody, toType),
    ...(isStream
      ? ['readonly events: unknown;']
      : ['readonly answers: {', ...answers.map(([status, { content }]) => answerText(status, content, toType)), '};']),
    '};',
  ];
}

function parametersText(name: string, place: string, all: readonly Parameter[], toType: ToType): readonly string[] {
  const here = all.filter((parameter) => parameter.in === place);
  if (here.length === 0) return [];
  const anyRequired = here.some(({ required }) => required === true);
  const fields = here.map(({ name: each, required = false, schema, description }) =>
    // Whoever builds a query has values that may be missing; those are left out.
    field(each, required, `${toType(schema)}${required ? '' : ' | undefined'}`, description ?? schema?.description),
  );
  return [`readonly ${name}${anyRequired ? '' : '?'}: {`, ...fields, '};'];
}

function bodyText(body: Operation['requestBody'], toType: ToType): readonly string[] {
  const required = body?.required ?? false;
  const form = body?.content['application/x-www-form-urlencoded'];
  if (form !== undefined) return [field('form', required, toType(form.schema))];
  const json = body?.content['application/json'];
  return json === undefined ? [] : [field('body', required, toType(json.schema))];
}

function answerText(status: string, content: Content | undefined, toType: ToType): string {
  if (content === undefined) return `readonly ${status}: undefined;`;
  const json = content['application/json'];
  return `readonly ${status}: ${json === undefined ? 'string' : toType(json.schema)};`;
}
