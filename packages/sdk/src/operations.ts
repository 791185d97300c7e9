/** The generated types, turned into what calls take and answer. `Table` has for each path and method an operation. */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The paths that have this method. */
export type PathsWith<Table, M extends Method> = PathsOf<Table, M, { readonly answers: unknown }>;

export type StreamPaths<Table> = PathsOf<Table, 'GET', { readonly events: unknown }>;

/** Those whose GET answers pages. */
export type ListPaths<Table> = PathsOf<Table, 'GET', { readonly answers: { readonly 200: AnyPage } }>;

type PathsOf<Table, M extends Method, Wanted> = {
  [Path in keyof Table & string]: Table[Path] extends Readonly<Record<M, Wanted>> ? Path : never;
}[keyof Table & string];

export type OperationAt<Table, M extends Method, Path extends keyof Table> =
  Table[Path] extends Readonly<Record<M, infer Operation>> ? Operation : never;

/** What of a call its operation decides. */
export type Given<Operation> = Pick<Operation, Extract<keyof Operation, 'params' | 'query' | 'body' | 'form'>>;

/** The options may be left out where nothing in them is required. */
export type Arguments<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options];

export type Answers<Operation> = Operation extends { readonly answers: infer ByStatus }
  ? { [Status in keyof ByStatus]: Answer<ByStatus[Status], Status> }[keyof ByStatus]
  : never;

export interface Answer<Data, Status = number> {
  readonly status: Status;
  readonly data: Data;
  /** Names this state of the object; give it back as `ifMatch`. */
  readonly etag: string | undefined;
  /** To quote when reporting a problem. */
  readonly requestId: string | undefined;
  readonly rate: Rate | undefined;
  /** All others. */
  readonly headers: Headers;
}

/** What is left of the request budget. */
export interface Rate {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: Date;
}

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
  readonly total: number;
  readonly total_is_estimate?: boolean;
}

type AnyPage = Page<unknown>;

export type ItemOf<Operation> = Operation extends { readonly answers: { readonly 200: Page<infer Item> } }
  ? Item
  : never;

export type EventsOf<Operation> = Operation extends { readonly events: infer Data } ? Data : never;

/** One event of a stream. */
export interface StreamEvent<Data = unknown> {
  readonly id: string;
  readonly event: string;
  readonly data: Data;
}
