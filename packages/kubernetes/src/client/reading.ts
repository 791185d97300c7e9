interface Pausable {
  readonly pause: () => unknown;
  readonly resume: () => unknown;
}

/** One answer that is being read. */
export interface BeingRead {
  /** So much more of it is held. */
  readonly took: (bytes: number) => void;
  /** Nothing of it is held any more. */
  readonly end: () => void;
}

interface Answer {
  readonly stream: Pausable;
  bytes: number;
  isWaiting: boolean;
}

/** Enough for several usual pages. */
const usually = 4 * 1024 * 1024;

/**
 * Bounds what is held of answers that are being read, of all clusters that share it: past the bound only the oldest goes
 * on, and the others wait for it. So one who answers much is slow, and holds up nobody but those it shares with.
 */
export class Reading {
  readonly #most: number;
  /** In the order they began. */
  readonly #answers = new Set<Answer>();
  #bytes = 0;

  constructor(most: number = usually) {
    this.#most = most;
  }

  begin(stream: Pausable): BeingRead {
    const answer: Answer = { stream, bytes: 0, isWaiting: false };
    this.#answers.add(answer);
    return {
      took: (bytes) => {
        answer.bytes += bytes;
        this.#bytes += bytes;
        if (this.#mayGoOn(answer)) return;
        answer.isWaiting = true;
        stream.pause();
      },
      end: () => {
        if (!this.#answers.delete(answer)) return;
        this.#bytes -= answer.bytes;
        this.#wake();
      },
    };
  }

  #mayGoOn(answer: Answer): boolean {
    if (this.#bytes <= this.#most) return true;
    const [oldest] = this.#answers;
    return answer === oldest;
  }

  #wake(): void {
    for (const answer of this.#answers) {
      if (!this.#mayGoOn(answer)) return;
      if (!answer.isWaiting) continue;
      answer.isWaiting = false;
      answer.stream.resume();
    }
  }
}
