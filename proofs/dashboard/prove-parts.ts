import { type ProofContext, timedVerdictOf, type Verdict } from '../runner/proof.ts';
import { judgeAll } from './after.ts';
import type { PartContext, Shown } from './part.ts';
import { parts } from './parts.ts';
import { openStage } from './stage.ts';

export type PartName = keyof typeof parts;

/** `--part NAME` runs that one alone. */
function isWanted(part: string): boolean {
  const at = process.argv.indexOf('--part');
  return at < 0 || process.argv[at + 1] === part;
}

/** Each group of parts after the other; those of a group share what there is of the machine. */
async function runParts(context: PartContext, order: readonly (readonly PartName[])[]): Promise<readonly Shown[]> {
  const shown: Shown[] = [];
  for (const together of order) {
    const here = await Promise.all(together.filter(isWanted).map((part) => parts[part](context)));
    for (const { figure } of here) context.say(figure);
    shown.push(...here);
  }
  return shown;
}

/** The parts, and what holds for all that was done in them. */
export async function proveParts(
  { quick, say }: ProofContext,
  order: readonly (readonly PartName[])[],
): Promise<Verdict> {
  const stage = await openStage();
  try {
    say('the server, its pages and a browser are up');
    const context: PartContext = { ...stage, quick, say };
    const shown = await runParts(context, order);
    const all = [...shown, await judgeAll(context)];
    return timedVerdictOf(
      Object.assign({}, ...all.map(({ claims }) => claims)),
      Object.assign({}, ...all.map(({ timed }) => timed)),
      all.map(({ unclear }) => unclear).find((words) => words !== undefined),
      all.map(({ figure }) => figure).join('; '),
    );
  } finally {
    await stage.stop();
  }
}
