import { Lane } from './lane.ts';

/** A stretch of time on this process's clock. */
export interface Stretch {
  readonly beganAt: number;
  readonly endedAt: number;
}

const everyMs = 10;
const worthNotingMs = 3;
const refused = 429;

/**
 * Asks a gateway again and again for what needs no Valkey: an address that has spent its budget is refused from
 * memory. While even that is not answered, the gateway had no processor; while we do not ask, we had none. In neither
 * time did anybody wait for Valkey.
 */
export class SilenceWatch {
  readonly #lane: Lane;
  readonly #silences: Stretch[] = [];
  readonly #timer: NodeJS.Timeout;
  #isAsking = false;
  #dueAt = performance.now() + everyMs;

  constructor(port: number, path: string, failed: (why: string) => void) {
    this.#lane = new Lane(port);
    this.#timer = setInterval(() => this.#turn(path, failed), everyMs);
  }

  #turn(path: string, failed: (why: string) => void): void {
    const now = performance.now();
    this.#note({ beganAt: this.#dueAt, endedAt: now });
    this.#dueAt = now + everyMs;
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#lane.ask(
      path,
      'X-Forwarded-For: 198.51.100.7',
      ({ status, beganAt, endedAt }) => {
        this.#isAsking = false;
        // The first of a window is counted by Valkey and says nothing here.
        if (status === refused) this.#note({ beganAt, endedAt });
      },
      failed,
    );
  }

  #note(silence: Stretch): void {
    if (silence.endedAt - silence.beganAt > worthNotingMs) this.#silences.push(silence);
  }

  /** How much of this stretch was silent. */
  within({ beganAt, endedAt }: Stretch): number {
    let until = beganAt;
    let ms = 0;
    const near = this.#silences.filter((silence) => silence.endedAt > beganAt && silence.beganAt < endedAt);
    for (const silence of near.toSorted((a, b) => a.beganAt - b.beganAt)) {
      const [from, to] = [Math.max(silence.beganAt, until), Math.min(silence.endedAt, endedAt)];
      if (to <= from) continue;
      ms += to - from;
      until = to;
    }
    return ms;
  }

  get worstMs(): number {
    return Math.max(0, ...this.#silences.map(({ beganAt, endedAt }) => endedAt - beganAt));
  }

  end(): void {
    clearInterval(this.#timer);
    this.#lane.end();
  }
}
