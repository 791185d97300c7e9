const first = 16 * 1024;

/**
 * Bytes that come in pieces, put together as they come. The pieces themselves are let go: each is a part of what was
 * read from the connection at once, and would keep all of that alive.
 */
export class Gathered {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(first, 2 * this.#bytes.length, length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    piece.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  /** All of it; what is added afterwards begins anew. */
  take(): Buffer {
    const whole = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    return whole;
  }
}
