/** Tells people what `up` is doing: a line when something begins, ends or fails, and one now and then in between. */
export interface Progress {
  note(who: string, text: string): void;
  begin(who: string, text: string, log?: string): Task;
  /** What is still to come, for the reminders. */
  left(names: () => readonly string[]): void;
}

export interface Task {
  readonly step: (text: string) => void;
  readonly done: (text: string) => void;
  readonly failed: () => void;
}

interface Running {
  readonly who: string;
  readonly text: string;
  readonly since: number;
  readonly log: string | undefined;
  step: string;
}

const reminderEvery = 15_000;

export class ConsoleProgress implements Progress {
  readonly #started = performance.now();
  readonly #running = new Set<Running>();
  readonly #write: (line: string) => void;
  #lastLine = performance.now();
  #left: () => readonly string[] = () => [];
  readonly #reminder: NodeJS.Timeout;

  constructor(write: (line: string) => void) {
    this.#write = write;
    this.#reminder = setInterval(() => this.#remind(), 1_000).unref();
  }

  note(who: string, text: string): void {
    this.#line(who, text);
  }

  begin(who: string, text: string, log?: string): Task {
    const running: Running = { who, text, since: performance.now(), log, step: '' };
    this.#running.add(running);
    this.#line(who, log === undefined ? text : `${text} (log: ${log})`);
    return {
      step: (step) => {
        running.step = step;
      },
      done: (end) => {
        this.#running.delete(running);
        this.#line(who, `${end} in ${seconds(performance.now() - running.since)}`);
      },
      failed: () => {
        this.#running.delete(running);
      },
    };
  }

  left(names: () => readonly string[]): void {
    this.#left = names;
  }

  end(): void {
    clearInterval(this.#reminder);
  }

  #line(who: string, text: string): void {
    this.#lastLine = performance.now();
    this.#write(`${seconds(performance.now() - this.#started).padStart(7)}  ${who.padEnd(24)} ${text}`);
  }

  #remind(): void {
    if (performance.now() - this.#lastLine < reminderEvery || this.#running.size === 0) return;
    for (const task of this.#running) {
      const soFar = seconds(performance.now() - task.since);
      this.#line(task.who, `still ${task.text}: ${soFar}${task.step === '' ? '' : `, ${task.step}`}`);
    }
    if (this.#left().length > 0) this.#line('', `left: ${this.#left().join(', ')}`);
  }
}

export function seconds(milliseconds: number): string {
  const all = milliseconds / 1000;
  if (all < 10) return `${all.toFixed(1)} s`;
  if (all < 100) return `${all.toFixed(0)} s`;
  return `${Math.floor(all / 60)}m${String(Math.floor(all % 60)).padStart(2, '0')}s`;
}
