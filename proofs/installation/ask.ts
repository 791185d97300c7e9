/** What a caller shows at the door: a token, or the cookie of a session as a page of ours sends it; or nothing. */
export type Shown = { readonly bearer: string } | { readonly cookie: string } | undefined;

export interface Request {
  readonly module: string;
  readonly method: string;
  /** Of the module, with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly form?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Ask = (shown: Shown, request: Request) => Promise<Told>;
export type Open = (shown: Shown, request: Request) => Promise<Response>;

interface Door {
  readonly door: string;
  readonly origin: string;
  /** Where the caller comes from: whoever is not known is counted by address. */
  readonly address: string;
  /** Of each module behind it. */
  readonly prefixes: ReadonlyMap<string, string>;
}

export function opener({ door, origin, address, prefixes }: Door): Open {
  return (shown, { module, method, path, body, form = false, headers, signal = null }) => {
    const prefix = prefixes.get(module);
    if (prefix === undefined) throw new Error(`there is no module ${module} behind the gateway`);
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    return fetch(`${door}/api${prefix}${path}`, {
      method,
      redirect: 'manual',
      signal,
      headers: {
        'x-forwarded-for': address,
        ...(body === undefined ? {} : { 'content-type': type }),
        ...shownAs(shown, origin),
        ...headers,
      },
      ...(body === undefined ? {} : { body: form ? formText(body) : JSON.stringify(body) }),
    });
  };
}

export function asker(open: Open): Ask {
  return async (shown, request) => {
    const answer = await open(shown, request);
    return { status: answer.status, headers: answer.headers, text: await textOf(answer) };
  };
}

function shownAs(shown: Shown, origin: string): Readonly<Record<string, string>> {
  if (shown === undefined) return {};
  if ('bearer' in shown) return { authorization: `Bearer ${shown.bearer}` };
  return { cookie: `wh_session=${shown.cookie}`, origin, 'x-wheelhouse-csrf': '1' };
}

function formText(body: unknown): string {
  return new URLSearchParams(body as Record<string, string>).toString();
}

/** Of a stream what comes first is enough; it would not end. */
async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get('content-type') !== 'text/event-stream' || answer.body === null) return answer.text();
  const reader = answer.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? new Uint8Array()).toString();
}

/** The answer's body where it is JSON. */
export function bodyOf({ text }: Told): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export function codeOf(told: Told): string {
  const { error } = bodyOf(told) as { error?: { code?: string } };
  return error?.code ?? '';
}
