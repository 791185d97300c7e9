import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { beginEdgeTrace, type EdgeTrace, Refusal } from '@wheelhouse/kit';
import type { Charge, Meter } from '../budget/meter.ts';
import type { Holder } from '../credentials/holder.ts';
import { identify } from '../credentials/identify.ts';
import { shownBy } from '../credentials/shown.ts';
import { type Body, BodyTooLarge, gather } from '../proxy/body.ts';
import { refusalOfFailure } from '../proxy/failure.ts';
import { type ForwardedRequest, Forwarding } from '../proxy/forwarding.ts';
import { addAnswerHeaders } from '../proxy/response-head.ts';
import type { Destination } from '../routes/route-tree.ts';
import { admit } from './admit.ts';
import { groupOf } from './caller-address.ts';
import { clientOf } from './client-of.ts';
import { addCorsHeaders, preflight, preflightOnly } from './cors.ts';
import { refuseForeignPage } from './foreign-page.ts';
import type { Gate } from './gate.ts';
import { RequestHeaders } from './request-headers.ts';
import { endAfterAMoment } from './server.ts';
import { readTarget, type Target } from './target.ts';

/** A caller's own request id is kept if it is a sane token. */
const saneRequestId = /^[\w.-]{8,128}$/;
const usualLargestBody = 1024 * 1024;

/**
 * One request through the door, in the order of refusals: route (404, 405), credential (401), budget (429), access
 * (403), size (413); then to the module. Each step is called by the one before, at once where nothing must be
 * awaited: most requests wait only for their budget and for the module.
 */
export class GatewayRequest implements Charge, ForwardedRequest {
  readonly response: ServerResponse;
  readonly #gate: Gate;
  readonly #request: IncomingMessage;
  readonly #began = performance.now();
  readonly #headers: RequestHeaders;
  readonly id: string;
  readonly #address: string;
  #target: Target = { path: '/', query: '' };
  #destination: Destination | undefined;
  #holder: Holder | undefined;
  #byCookie = false;
  #trace: EdgeTrace | undefined;
  /** What is said once the request has been counted: a refusal, or undefined to let it through. */
  #refusal: Refusal | undefined;
  #meter: Meter | undefined;
  #endGuess: () => void = () => undefined;
  #remaining = 0;
  #resetsAt = 0;
  #forwarding: Forwarding | undefined;
  #toModule: string[] | undefined;
  body: Body | null = null;

  constructor(gate: Gate, request: IncomingMessage, response: ServerResponse) {
    this.#gate = gate;
    this.#request = request;
    this.response = response;
    const headers = new RequestHeaders(request.rawHeaders, request.httpVersion);
    this.#headers = headers;
    this.id =
      headers.requestId !== undefined && saneRequestId.test(headers.requestId) ? headers.requestId : randomUUID();
    this.#address = gate.addresses.of(request.socket.remoteAddress, headers.forwardedFor);
  }

  begin(): void {
    const { fault } = this.#headers;
    const target = fault ?? readTarget(this.#request.url ?? '');
    if (typeof target === 'string') {
      this.#refuseStranger(new Refusal('invalid_request', { message: target }));
      return;
    }
    this.#target = target;
    if (this.method === 'OPTIONS' && preflight(this.#gate.corsOrigins, this.#headers)) {
      this.#route(preflightOnly);
      return;
    }
    const methods = this.#gate.find(target.path);
    if (methods !== undefined) this.#route(methods);
    else
      this.#gate.findAgain(target.path).then(
        (found) => this.#routeOrPage(found ?? this.#gate.pages.find(target.path, this)),
        (error: unknown) => this.fail(error),
      );
  }

  #routeOrPage(methods: ReadonlyMap<string, Destination> | undefined): void {
    if (methods === undefined) this.#refuseStranger(this.#noSuchPath());
    else this.#route(methods);
  }

  #noSuchPath(): Refusal {
    const { path } = this.#target;
    const hint = path.startsWith('/api/') ? 'The API reference is at /api/docs.' : 'The API starts at /api.';
    return new Refusal('not_found', { message: `There is no ${path}. ${hint}` });
  }

  #route(methods: ReadonlyMap<string, Destination>): void {
    const destination = methods.get(this.method);
    if (destination === undefined) {
      this.#refuseStranger(new Refusal('method_not_allowed', { headers: { allow: [...methods.keys()].join(', ') } }));
      return;
    }
    this.#destination = destination;
    if (destination.row.access === 'public') this.#countStranger(undefined);
    else this.#identify();
  }

  #identify(): void {
    const { authorization, cookie } = this.#headers;
    const shown = shownBy(authorization, cookie, this.#gate.sessionCookie);
    if (shown === undefined || shown === null) {
      this.#refuseStranger(new Refusal('unauthenticated'));
      return;
    }
    this.#byCookie = shown.byCookie;
    this.#endGuess = identify(
      this.#gate,
      {
        credential: shown.credential,
        address: this.#address,
        group: groupOf(this.#address),
        strangers: this.#strangers,
      },
      { identified: (outcome) => this.#identified(outcome), failed: (error) => this.fail(error) },
    );
  }

  /** What all who have no known credential share at this address. */
  get #strangers(): Meter {
    const { meters, limits } = this.#gate;
    return meters.of(`budget:address:${groupOf(this.#address)}`, limits.anonymous);
  }

  #identified(outcome: Holder | Refusal): void {
    if (outcome instanceof Refusal) {
      this.#refuseStranger(outcome);
      return;
    }
    this.#endGuess();
    this.#holder = outcome;
    this.#count(outcome.meter);
  }

  #refuseStranger(refusal: Refusal): void {
    this.#countStranger(refusal);
  }

  /** Whoever has no known credential is counted by address; at the token endpoint by client and address. */
  #countStranger(refusal: Refusal | undefined): void {
    this.#refusal = refusal;
    const { tokenEndpoint, pages } = this.#gate.limits;
    const group = groupOf(this.#address);
    if (refusal === undefined && this.#destination?.row.budget === 'client')
      clientOf(this.#request, this.#headers, (client, body) => {
        if (body instanceof BodyTooLarge) this.#refusal = new Refusal('payload_too_large');
        else this.body = body;
        this.#count(this.#gate.meters.of(`budget:client:${client}:${group}`, tokenEndpoint));
      });
    else if (this.#destination?.isPage === true) this.#count(this.#gate.meters.of(`budget:pages:${group}`, pages));
    else this.#count(this.#strangers);
  }

  #count(meter: Meter): void {
    this.#meter = meter;
    this.#gate.budgets.charge(meter, this);
  }

  charged(admitted: boolean, remaining: number, resetsAt: number): void {
    this.#endGuess();
    this.#remaining = remaining;
    this.#resetsAt = resetsAt;
    if (this.response.destroyed) return;
    if (!admitted) this.#refuse(this.#spent());
    else if (this.#refusal === undefined) this.#admit();
    else this.#refuse(this.#refusal);
  }

  #spent(): Refusal {
    const seconds = Math.max(1, Math.ceil(this.#resetsAt - Date.now() / 1_000));
    return new Refusal('rate_limited', { headers: { 'retry-after': String(seconds) } });
  }

  #admit(): void {
    const { own } = this.#destined;
    try {
      if (this.#holder !== undefined) admit(this.#destined, this.#holder);
      if (this.#byCookie) refuseForeignPage(this.method, this.#headers, this.#gate.externalOrigin);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (own !== undefined) own(this);
    else if (this.#headers.hasBody && this.body === null) this.#takeBody();
    else this.#forward();
  }

  #takeBody(): void {
    const limit = this.#destined.row.largest_body ?? usualLargestBody;
    if (Number(this.#headers.contentLength ?? 0) > limit) {
      this.#refuse(new Refusal('payload_too_large'));
      return;
    }
    this.#gate.welcomeBody(this.#request, this.response);
    gather(this.#request, limit, (body) => {
      if (body instanceof BodyTooLarge) this.#refuse(new Refusal('payload_too_large'));
      else {
        this.body = body;
        this.#forward();
      }
    });
  }

  #forward(): void {
    const forwarding = (this.#forwarding = new Forwarding(this.#gate.processes, this));
    if (this.isStream) void this.#openStream(forwarding);
    else forwarding.begin();
  }

  async #openStream(forwarding: Forwarding): Promise<void> {
    try {
      await this.#gate.streams.add(this);
      if (this.response.destroyed) this.#gate.streams.delete(this);
      else forwarding.begin();
    } catch (error) {
      this.fail(error);
    }
  }

  // The request, as the module is given it.

  get #destined(): Destination {
    if (this.#destination === undefined) throw new Error('a request without a route has no destination');
    return this.#destination;
  }
  get module(): string {
    return this.#destination?.module ?? '';
  }
  get method(): string {
    return this.#request.method ?? 'GET';
  }
  get path(): string {
    return this.#target.path.slice(this.#destination?.strip ?? 0) + this.#target.query;
  }
  /** What callers write before a module's own paths. */
  get #place(): string {
    const { route, strip } = this.#destined;
    return this.#gate.externalRoot + route.slice(0, strip);
  }
  get isStream(): boolean {
    return this.#destination?.row.stream === true;
  }
  get route(): string {
    return this.#destination === undefined ? 'unknown' : this.#destination.route;
  }
  get holder(): Holder | undefined {
    return this.#holder;
  }

  /** Made once: a second try sends the same. */
  get headers(): string[] {
    this.#toModule ??= this.#headersToModule();
    return this.#toModule;
  }

  #headersToModule(): string[] {
    const { forwarded, cookie, origin, fetchSite, authorization, contentLength } = this.#headers;
    const { traceparent } = this.#traced();
    forwarded.push('x-request-id', this.id, 'x-forwarded-for', this.#address, 'traceparent', traceparent);
    if (this.#holder !== undefined) forwarded.push('authorization', this.#holder.authorization);
    else if (authorization !== undefined && this.#destined.row.budget === 'client')
      forwarded.push('authorization', authorization);
    if (this.#gate.readsCookies(this.module)) {
      if (cookie !== undefined) forwarded.push('cookie', cookie);
      if (origin !== undefined) forwarded.push('origin', origin);
      if (fetchSite !== undefined) forwarded.push('sec-fetch-site', fetchSite);
    }
    if (this.body !== null && !Buffer.isBuffer(this.body) && contentLength !== undefined)
      forwarded.push('content-length', contentLength);
    return forwarded;
  }

  header(name: string): string | undefined {
    return this.#headers.other(name);
  }

  #traced(): EdgeTrace {
    this.#trace ??= beginEdgeTrace(`${this.method} ${this.route}`, this.#headers.traceparent);
    return this.#trace;
  }

  readonly head = (status: number, headers: IncomingHttpHeaders): string[] => {
    const head = this.#ownHead();
    // Where an object is, a module says as it sees it itself; where a browser is sent is a page of the site.
    if (status < 300 && headers.location?.startsWith('/') === true) headers.location = this.#place + headers.location;
    addAnswerHeaders(head, headers);
    return head;
  };

  /** What every answer says, whoever gives it. */
  #ownHead(): string[] {
    const head = [
      'x-request-id',
      this.id,
      'x-ratelimit-limit',
      String(this.#meter?.limit ?? 0),
      'x-ratelimit-remaining',
      String(this.#remaining),
      'x-ratelimit-reset',
      String(this.#resetsAt),
    ];
    if (this.#holder !== undefined) {
      head.push('x-oauth-scopes', this.#holder.scopes, 'x-wheelhouse-version', this.#gate.version);
      const { scope } = this.#destined;
      if (scope !== undefined) head.push('x-accepted-oauth-scopes', scope);
    }
    if (this.#headers.origin !== undefined) addCorsHeaders(head, this.#gate.corsOrigins, this.#headers.origin);
    if (this.#gate.isStopping || this.#headers.endsConnection) head.push('connection', 'close');
    return head;
  }

  readonly ended = (status: number, error?: Error): void => {
    this.#gate.streams.delete(this);
    this.#gate.seen(this, status, performance.now() - this.#began, this.#trace, error);
  };

  readonly failed = (error: Error): void => {
    this.#gate.unanswered(this.module).tell((log) => {
      log.warn({ err: error, request_id: this.id, trace_id: this.traceId }, `${this.module} did not respond`);
    });
    this.#refuse(refusalOfFailure(error, this.module));
  };

  get traceId(): string {
    return this.#traced().traceparent.slice(3, 35);
  }

  /** Of a stream whose credential was revoked, or when we stop. */
  cut(): void {
    this.#forwarding?.cut();
  }

  fail(error: unknown): void {
    this.#endGuess();
    if (error instanceof Refusal) {
      this.#refuse(error);
      return;
    }
    this.#gate.log.error(
      { err: error, request_id: this.id, trace_id: this.traceId },
      'a request failed in the gateway',
    );
    this.#refuse(new Refusal('internal'));
  }

  #refuse(refusal: Refusal): void {
    if (this.#holder !== undefined && this.#destination !== undefined)
      this.#gate.refusals.add(
        this.#holder.principal,
        `${this.method} ${this.route}`,
        refusal.code,
        this.#address,
        this.id,
      );
    const { code, message, details, status, headers } = refusal;
    if (this.#destination?.isPage === true) {
      const words = `${message}\nRequest id: ${this.id}\n`;
      this.answer(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }, words);
      return;
    }
    const body = JSON.stringify({ error: { code, message, request_id: this.id, ...(details && { details }) } });
    this.answer(
      status,
      { ...headers, ...(status === 401 && { 'www-authenticate': 'Bearer realm="wheelhouse"' }) },
      body,
    );
  }

  /** An answer of the gateway's own. */
  readonly answer = (status: number, headers: Readonly<Record<string, string>>, body: string | Buffer): void => {
    this.#gate.streams.delete(this);
    if (this.response.headersSent || this.response.destroyed) return;
    const head = this.#ownHead();
    // These two have no body, and say nothing of one.
    if (status !== 204 && status !== 304) {
      if (!('content-type' in headers)) head.push('content-type', 'application/json; charset=utf-8');
      head.push('content-length', String(Buffer.byteLength(body)));
    }
    addAnswerHeaders(head, headers);
    const unread = this.#headers.hasBody && !this.#request.complete;
    // What is left of a body that nobody reads would be waited for.
    if (unread && !head.includes('connection')) head.push('connection', 'close');
    this.response.writeHead(status, head);
    if (unread) endAfterAMoment(this.response, body);
    else this.response.end(body);
    this.#gate.seen(this, status, performance.now() - this.#began, this.#trace);
  };
}
