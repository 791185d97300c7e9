/** A square of modules. Dark is 1; what is not drawn yet is undefined. */
export class Grid {
  readonly side: number;
  readonly #cells: (0 | 1 | undefined)[];

  constructor(side: number, cells?: readonly (0 | 1 | undefined)[]) {
    this.side = side;
    this.#cells = cells === undefined ? Array.from({ length: side * side }, () => undefined) : [...cells];
  }

  at(x: number, y: number): 0 | 1 | undefined {
    return x < 0 || y < 0 || x >= this.side || y >= this.side ? undefined : this.#cells[y * this.side + x];
  }

  draw(x: number, y: number, dark: boolean): void {
    if (x >= 0 && y >= 0 && x < this.side && y < this.side) this.#cells[y * this.side + x] = dark ? 1 : 0;
  }

  copy(): Grid {
    return new Grid(this.side, this.#cells);
  }

  /** Each row, then each column. */
  *lines(): Generator<readonly (0 | 1 | undefined)[]> {
    const places = Array.from({ length: this.side }, (_, place) => place);
    for (const y of places) yield places.map((x) => this.at(x, y));
    for (const x of places) yield places.map((y) => this.at(x, y));
  }
}
