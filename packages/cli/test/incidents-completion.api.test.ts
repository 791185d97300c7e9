import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHome } from './house.ts';
import { type IncidentsHouse, openIncidentsHouse } from './incidents-house.ts';
import { main, run } from './running.ts';

let house: IncidentsHouse;
beforeAll(async () => {
  house = await openIncidentsHouse();
});
afterAll(() => house.close());

describe('completion', () => {
  const offered = async (...words: readonly string[]) =>
    (await run(['__complete', ...words], house.responder)).stdout.trimEnd().split('\n');

  test('offers the numbers of live incidents, with their titles where a shell can show them', async () => {
    const live = await house.declared('Still here');
    const over = await house.declared('Gone');
    await house.incident('resolve', over);
    await eventually(async () => {
      const numbers = await offered('--', 'incidents', 'show', '');
      expect(numbers).toContain(live);
      expect(numbers).not.toContain(over);
    });
    await eventually(async () =>
      expect(await offered('--titles', '--', 'incidents', 'merge', live, '--into', live)).toContain(
        `${live}\tStill here`,
      ),
    );
    expect(await offered('--', 'incidents', 'list', '--status', 're')).toEqual(['resolved']);
    expect(await offered('--', 'incidents', 'resolve', live, '--resolution', 's')).toEqual(['self_healed']);
    await eventually(async () =>
      expect((await offered('--', 'incidents', 'assign', live, '')).slice(0, 2)).toEqual(['me', 'nobody']),
    );
  });

  test('in bash shows titles only where nothing is inserted', async () => {
    const [one, other] = [await house.declared('$(reboot) `reboot`'), await house.declared('Two  spaces')];
    const folder = newHome();
    const program = join(folder, 'wheelhouse');
    writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
    chmodSync(program, 0o755);
    const script = `source <(wheelhouse completion bash)
      offer() { COMP_TYPE=$1; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wheelhouse; printf '%s\\n' "\${COMPREPLY[@]}"; }
      offer "$TYPE" wheelhouse incidents show "$WORD"`;
    const completed = async (type: number, word: string) => {
      const { stdout } = await promisify(execFile)('bash', ['--norc', '-euc', script], {
        env: { ...house.responder, PATH: `${folder}:${process.env['PATH']}`, TYPE: String(type), WORD: word },
      });
      return stdout.trimEnd().split('\n');
    };
    // Listing.
    await eventually(async () => expect(await completed(63, '')).toContain(`${one}  $(reboot) \`reboot\``));
    await eventually(async () => expect(await completed(63, other)).toEqual([other]));
    // Inserting: by Tab, and from a menu.
    for (const type of [9, 37]) await eventually(async () => expect(await completed(type, '')).toContain(one));
    await eventually(async () => expect(await completed(9, one)).toEqual([one]));
  });
});
