/** What a request's headers say, read once: what we look at ourselves, and what goes on to the module. */
export class RequestHeaders {
  /** Why they cannot be understood in one way. */
  fault: string | undefined;
  authorization: string | undefined;
  cookie: string | undefined;
  origin: string | undefined;
  fetchSite: string | undefined;
  csrf: string | undefined;
  requestId: string | undefined;
  forwardedFor: string | undefined;
  traceparent: string | undefined;
  contentLength: string | undefined;
  transferEncoding: string | undefined;
  requestMethod: string | undefined;
  /** What follows on the connection is not read: it may be of another protocol, or of this request. */
  endsConnection = false;
  /** Names and values in turn. */
  readonly forwarded: string[] = [];

  constructor(raw: readonly string[], version: string) {
    let connection = '';
    let host: string | undefined;
    for (let index = 0; index < raw.length; index += 2) {
      const name = lowerCase(raw[index] ?? '');
      const value = raw[index + 1] ?? '';
      switch (name) {
        case 'authorization':
          this.authorization = this.#only(name, this.authorization, value);
          break;
        case 'cookie':
          this.cookie = this.#only(name, this.cookie, value);
          break;
        case 'origin':
          this.origin = this.#only(name, this.origin, value);
          break;
        case 'sec-fetch-site':
          this.fetchSite = this.#only(name, this.fetchSite, value);
          break;
        case 'x-wheelhouse-csrf':
          this.csrf = value;
          break;
        case 'x-request-id':
          this.requestId = value;
          break;
        case 'x-forwarded-for':
          this.forwardedFor = this.forwardedFor === undefined ? value : `${this.forwardedFor}, ${value}`;
          break;
        case 'traceparent':
          this.traceparent = value;
          break;
        case 'content-length':
          this.contentLength = this.#only(name, this.contentLength, value);
          break;
        case 'transfer-encoding':
          this.transferEncoding = this.#only(name, this.transferEncoding, value);
          break;
        case 'connection':
          connection = connection === '' ? value : `${connection},${value}`;
          break;
        case 'content-type':
        case 'idempotency-key':
        case 'if-match':
          if (this.forwarded.includes(name)) this.fault = `The header ${name} was sent twice.`;
          this.forwarded.push(name, value);
          break;
        case 'access-control-request-method':
          this.requestMethod = value;
          break;
        case 'host':
          host = this.#only(name, host, value);
          break;
        case 'expect':
          if (value.toLowerCase() !== '100-continue') this.fault = 'The only supported Expect value is 100-continue.';
          break;
        case 'upgrade':
          this.endsConnection = true;
          break;
        // Of this connection only, or not theirs to say.
        case 'keep-alive':
        case 'proxy-authenticate':
        case 'proxy-authorization':
        case 'proxy-connection':
        case 'te':
        case 'trailer':
        case 'http2-settings':
        case 'forwarded':
        case 'x-forwarded-host':
        case 'x-forwarded-proto':
        case 'x-forwarded-port':
        case 'x-real-ip':
          break;
        default:
          this.forwarded.push(name, value);
      }
    }
    if (connection !== '' && connection !== 'keep-alive' && connection !== 'close') this.#withoutNamedIn(connection);
    if (host === undefined ? version === '1.1' : !saneHost.test(host))
      this.fault = 'The header host must name exactly one host.';
    if (raw.length > 2 * mostHeaders) this.fault = `There are more than ${mostHeaders} headers.`;
    if (this.transferEncoding !== undefined) this.#checkFraming(this.transferEncoding, version);
    // The first HTTP had neither headers nor an end.
    else if (version !== '1.1' && version !== '1.0') this.#misframed('Only HTTP/1.1 and HTTP/1.0 are supported.');
  }

  get hasBody(): boolean {
    return this.transferEncoding !== undefined || (this.contentLength !== undefined && this.contentLength !== '0');
  }

  /** A header that only the module, or a page of our own, looks at. */
  other(name: string): string | undefined {
    const at = this.forwarded.findIndex((entry, index) => index % 2 === 0 && entry === name);
    return at === -1 ? undefined : this.forwarded[at + 1];
  }

  #only(name: string, earlier: string | undefined, value: string): string {
    if (earlier !== undefined) this.fault = `The header ${name} was sent twice.`;
    return value;
  }

  /** `Connection: x` says that x is for this connection only. */
  #withoutNamedIn(connection: string): void {
    const named = new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
    for (let index = this.forwarded.length - 2; index >= 0; index -= 2)
      if (named.has(this.forwarded[index] ?? '')) this.forwarded.splice(index, 2);
  }

  #checkFraming(transferEncoding: string, version: string): void {
    if (transferEncoding.toLowerCase() !== 'chunked')
      this.#misframed('The only supported transfer encoding is chunked.');
    else if (this.contentLength !== undefined)
      this.#misframed('A body has either a content length or chunked encoding, not both.');
    else if (version !== '1.1') this.#misframed('Chunked encoding requires HTTP/1.1.');
  }

  #misframed(fault: string): void {
    this.fault = fault;
    this.endsConnection = true;
  }
}

/** Node modules read a thousand and leave out the rest, which ours would be among. */
const mostHeaders = 200;
const saneHost = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

const mostSpellings = 1_000;
const spellings = new Map<string, string>();

/** Callers spell a name in few ways: looking one up is cheaper than spelling it again. */
function lowerCase(name: string): string {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  if (spellings.size < mostSpellings) spellings.set(name, lower);
  return lower;
}
