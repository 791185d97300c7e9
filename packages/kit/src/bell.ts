/** Rung by whoever has put something in, heard by the worker of the same process. What is rung before is heard at once. */
export class Bell {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** What was rung until now has been heard. */
  hush(): void {
    this.#hasRung = false;
  }

  /** Resolves when it is rung or was, after so long, or when the signal ends. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#hasRung && !signal.aborted)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(wake, milliseconds);
        this.#wake = wake;
        signal.addEventListener('abort', wake, { once: true });
        function wake(): void {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          resolve();
        }
      });
    this.#wake = undefined;
    this.hush();
  }
}
