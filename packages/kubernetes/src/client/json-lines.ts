import { Gathered } from './gathered.ts';

const lineEnd = 0x0a;

/** The values of newline-delimited JSON. Only a line that came in pieces is put together; what has no end is no line. */
export class JsonLines {
  readonly #longest: number;
  readonly #begun = new Gathered();

  constructor(longest: number) {
    this.#longest = longest;
  }

  *valuesIn(chunk: Buffer): Generator {
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      const text = this.#lineTo(chunk.subarray(from, end));
      from = end + 1;
      if (text !== '') yield JSON.parse(text);
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  #lineTo(last: Buffer): string {
    if (this.#begun.length === 0) return last.toString('utf8');
    this.#begun.add(last);
    return this.#begun.take().toString('utf8');
  }

  #keep(piece: Buffer): void {
    this.#begun.add(piece);
    if (this.#begun.length > this.#longest) throw new Error(`a line is longer than ${this.#longest} bytes`);
  }
}
