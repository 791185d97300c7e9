/** A browser as far as a sign-in needs one: cookies per server, and redirects one at a time. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  async visit(address: string, options: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, {
      ...options,
      redirect: 'manual',
      headers: { ...(options.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  cookie(origin: string, name: string): string | undefined {
    return this.#jars.get(origin)?.get(name);
  }

  /** Follows redirects from here until one leads to `until`, and tells where that was; `step` may send it elsewhere. */
  async follow(address: string, until: string, step: (address: URL) => URL = (url) => url): Promise<URL> {
    for (let at = step(new URL(address)), hops = 0; hops < 12; hops += 1) {
      const answer = await this.visit(at.href);
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${at.href} answered ${answer.status}: ${await answer.text()}`);
      const next = new URL(location, at);
      if (next.href.startsWith(until)) return next;
      at = step(next);
    }
    throw new Error(`${address} never led to ${until}`);
  }
}
