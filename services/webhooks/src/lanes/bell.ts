/** Rung by whoever has put something in, heard by the worker of the same process. What is rung before is heard at once. */
export class Bell {
  #rung = false;
  #heard: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#heard?.();
  }

  /** Resolves when it is rung, after so long, or when the signal ends. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#heard = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener('abort', this.#heard, { once: true });
      });
    if (this.#heard !== undefined) signal.removeEventListener('abort', this.#heard);
    this.#heard = undefined;
    this.#rung = false;
  }
}
