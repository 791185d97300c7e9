/** A request as bytes, and what must become of it. */
export interface RawCase {
  readonly name: string;
  readonly bytes: (words: Words) => string;
  /** The statuses of all final answers, that of the honest request sent right behind among them. */
  readonly answers: readonly number[];
  /** The body that must be seen, where it is accepted and has one. */
  readonly body?: string | ((words: Words) => string);
  /** Headers that must not be seen, by name, or name and value. */
  readonly hidden?: readonly string[];
  /** Headers that must be seen, with this value or any. */
  readonly shown?: Readonly<Record<string, string | undefined>>;
  /** It is half a request: it is answered when no more can come. */
  readonly unfinished?: true;
  /** Which of the answers, counted from 0, are to HEAD. */
  readonly heads?: readonly number[];
}

/** What cases are written with. */
export interface Words {
  readonly path: string;
  /** Host and credential, each with its line's end. */
  readonly known: string;
  /** Only what shows who we are. */
  readonly credential: string;
  readonly session: string;
  /** A whole request that nobody has asked for. */
  readonly smuggled: string;
  /** The honest request that follows. */
  readonly after: string;
}

export const refused = [400];
/** It is clear where it ends: the honest one behind it is answered. */
export const alone = [400, 200];
/** It and the honest one behind it. */
export const both = [200, 200];

export function words(mark: string, token: string, session: string): Words {
  const credential = `Authorization: Bearer ${token}\r\n`;
  const known = `Host: gateway\r\n${credential}`;
  const path = `/api/probe/api/v1/things?case=${mark}`;
  return {
    path,
    known,
    credential,
    session,
    smuggled: `GET ${path}-smuggled HTTP/1.1\r\n${known}\r\n`,
    after: `GET ${path}-after HTTP/1.1\r\n${known}\r\n`,
  };
}

/** A POST with these header lines and this body, both as they are. */
export function post(name: string, head: string, body: RawCase['bytes'] | string, answers: readonly number[]): RawCase {
  return {
    name,
    answers,
    bytes: (given) =>
      `POST ${given.path} HTTP/1.1\r\n${given.known}${head}\r\n${typeof body === 'string' ? body : body(given)}`,
  };
}

/** A GET with these header lines. */
export function get(name: string, head: string, answers: readonly number[]): RawCase {
  return { name, answers, bytes: ({ path, known }) => `GET ${path} HTTP/1.1\r\n${known}${head}\r\n` };
}

/** A GET of another target than usual. */
export function target(name: string, url: string | RawCase['bytes'], answers: readonly number[]): RawCase {
  return {
    name,
    answers,
    bytes: (given) => `GET ${typeof url === 'string' ? url : url(given)} HTTP/1.1\r\n${given.known}\r\n`,
  };
}
