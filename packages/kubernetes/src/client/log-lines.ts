import { Gathered } from './gathered.ts';
import { textWithin } from './utf8.ts';

const lineEnd = 0x0a;

/** The lines of a text that comes in pieces. Of a line that is too long only the beginning is held and told. */
export class LogLines {
  readonly #longest: number;
  readonly #begun = new Gathered();
  /** The beginning of this line was told; nothing more of it is. */
  #isSkipping = false;

  constructor(longest: number) {
    this.#longest = longest;
  }

  *linesIn(chunk: Buffer): Generator<string> {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(lineEnd, from);
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
      if (end === -1) {
        yield* this.#keep(piece);
        return;
      }
      if (!this.#isSkipping) yield this.#lineTo(piece);
      this.#isSkipping = false;
      from = end + 1;
    }
  }

  /** What came after the last newline, if anything did. */
  *rest(): Generator<string> {
    if (this.#begun.length > 0) yield this.#lineTo(Buffer.alloc(0));
  }

  #lineTo(last: Buffer): string {
    if (this.#begun.length === 0) return textWithin(last, this.#longest);
    this.#add(last);
    return textWithin(this.#begun.take(), this.#longest);
  }

  *#keep(piece: Buffer): Generator<string> {
    if (this.#isSkipping) return;
    this.#add(piece);
    if (this.#begun.length <= this.#longest) return;
    this.#isSkipping = true;
    yield textWithin(this.#begun.take(), this.#longest);
  }

  /** One byte more than is told, which shows that there was more. */
  #add(piece: Buffer): void {
    this.#begun.add(piece.subarray(0, this.#longest + 1 - this.#begun.length));
  }
}
