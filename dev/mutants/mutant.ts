/** A fault put into the product on purpose. */
export interface Mutant {
  readonly name: string;
  /** Of the product, as the repository has it. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Each of them must fail. */
  readonly caughtBy: readonly Catcher[];
}

/** A command that passes on the product as it is, and says so when it finds a fault. */
export interface Catcher {
  readonly name: string;
  readonly command: readonly string[];
  /** What its output holds then: a program that does not even start has caught nothing. */
  readonly found: RegExp;
}

export function test(file: string): Catcher {
  return {
    name: file,
    command: [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--no-color', file],
    found: /^\s*Tests\s.*\d+ failed/m,
  };
}

/** Of its verdict `because` names the claim that is not true any more: broken for another reason is not caught. */
export function proof(name: string, because: string): Catcher {
  return {
    name: `proof ${name}`,
    command: [process.execPath, 'proofs/runner/prove.ts', name, '--quick'],
    found: new RegExp(`^proof ${name}: broken: .*${because}`, 'm'),
  };
}
