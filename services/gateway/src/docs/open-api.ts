/** As much of an OpenAPI 3.1 description as merging two of them needs to know. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** By method. */
export type Operations = Readonly<Record<string, JsonObject>>;

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Operations>>;
  readonly webhooks?: Readonly<Record<string, Operations>>;
  /** By kind (schemas, parameters…), then by name. */
  readonly components: Readonly<Record<string, JsonObject>>;
}

/** Whether it is a description at all: it comes over the wire. */
export function isOpenApi(body: unknown): body is OpenApi {
  const { openapi, info, tags, paths, components } = (body ?? {}) as Partial<Record<keyof OpenApi, unknown>>;
  return (
    typeof openapi === 'string' &&
    [info, paths, components].every((part) => typeof part === 'object' && part !== null) &&
    Array.isArray(tags)
  );
}

export function openApiOf(described: unknown): OpenApi {
  if (!isOpenApi(described)) throw new Error('this is not an OpenAPI description');
  return described;
}
