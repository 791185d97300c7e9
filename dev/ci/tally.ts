/** What the closing lines of `.ci/run` tell. */
export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  readonly notes: string[] = [];

  count(good: boolean): void {
    if (good) this.passed += 1;
    else this.failed += 1;
  }

  tell(): void {
    for (const note of this.notes) console.log(`note: ${note}`);
    console.log(`${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped`);
  }
}
