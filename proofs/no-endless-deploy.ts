import { AuditLog } from './agent/audit-log.ts';
import { answeredOf, believingly, honestly } from './no-endless-deploy/answered.ts';
import { type Case, honest, ready500 } from './no-endless-deploy/cases.ts';
import { play, type Played } from './no-endless-deploy/play.ts';
import { openStage, type Stage } from './no-endless-deploy/stage.ts';
import { type Cell, holesIn, table } from './no-endless-deploy/table.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const lanes = 4;

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const cells = table();
  const log = await AuditLog.open();
  const stages = await Promise.all(Array.from({ length: lanes }, openStage));
  try {
    for (const { phase, fault, whyNot } of cells)
      if (whyNot !== undefined) say(`${phase}, ${fault}: cannot happen: ${whyNot}`);
    const chosen = cells.flatMap(({ plays }) => plays).filter((one) => !quick || one.quick === true);
    // Those on the real node first: their pods take the longest.
    const queue = chosen.toSorted((one, other) => Number(other.on === 'real') - Number(one.on === 'real')).values();
    const found: Played[] = [];
    const lane = async (stage: Stage, index: number) => {
      if (index === 0) await honestly(await stage.place('real'), honest());
      for (const one of queue) {
        const played = await play(stage, one);
        found.push(played);
        say(wordsOf(one, played));
      }
    };
    await Promise.all(stages.map(lane));
    const answered = await Promise.all(stages.map((stage) => answeredOf(stage, log)));
    const control = stages[0];
    if (control !== undefined) await believingly(await control.place('real'), ready500());
    const believed = control === undefined ? undefined : await answeredOf(control, log);
    return judge(cells, found, answered, (believed?.unanswered ?? 0) - (answered[0]?.unanswered ?? 0));
  } finally {
    await Promise.all(stages.map((stage) => stage.close()));
  }
}

function judge(
  cells: readonly Cell[],
  found: readonly Played[],
  answered: readonly { readonly live: number; readonly unanswered: number }[],
  believed: number,
): Verdict {
  const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
  const endless = found.filter(({ ended }) => ended.how === 'endless').length;
  const wrong = found.filter((one) => one.wrong.length > 0).length;
  const live = sum(answered.map((one) => one.live));
  const unanswered = sum(answered.map((one) => one.unanswered));
  const latest = Math.max(...found.map(({ ended }) => ended.lateMs)) / 1_000;
  const played = cells.filter(({ whyNot }) => whyNot === undefined).length;
  return verdictOf(
    {
      'every phase × fault is played or cannot happen': holesIn(cells).length === 0,
      'none lasts for ever': endless === 0,
      'each ends as it must, within its deadline, with its reason': wrong === 0,
      'none is Live without an answered request': unanswered === 0,
      'what answers is Live, and known to have answered': live > 0,
      'the control, which believes readiness, is found': believed === 1,
    },
    [
      `${cells.length} phases × faults: ${played} can happen, ${cells.length - played} cannot`,
      `${found.length} faults struck: endless ${endless}, ended otherwise ${wrong}, at most ${latest.toFixed(1)} s after the deadline`,
      `Live by a request ${live}, without an answered one ${unanswered} (control ${believed})`,
    ].join('; '),
  );
}

function wordsOf({ phase, fault, how }: Case, { ended, wrong }: Played): string {
  const what = `${phase}, ${fault}${how === undefined ? '' : ` (${how})`}`;
  const where = ended.phase === phase ? '' : ` in ${ended.phase}`;
  const when = ended.lateMs > 0 ? `, ${(ended.lateMs / 1_000).toFixed(1)} s after its deadline` : '';
  const but = wrong.length === 0 ? '' : `. WRONG: ${wrong.join('; ')}`;
  return `${what}: ${ended.how}${where}: ${ended.reason}${when}${but}`;
}

export const proof: Proof = {
  promise:
    'No deployment lasts for ever and none is Live that did not answer: whatever goes wrong in whatever phase, it ends within its deadline, with that reason.',
  method:
    'Queued, Syncing, RollingOut, Verifying and the deletion of an app × API server stopped, node gone, image missing, image that crashes, never ready, answers 500, quota full, no node fits, rights withdrawn, finalizer stuck, namespace deleted by hand: each fault is done to a real cluster (images on the real node) while the deployment is in that phase; the cluster takes its time, the clock stands a second before each deadline, and then at it; how it ended is compared with the one end it may have, reason, words and phase; what is Live is held against the API server’s audit log',
  bar: 'every phase × fault is played or named as impossible; lasting for ever 0; ended otherwise, before or after the deadline 0; Live without an answered request 0; the control, a verifier that believes readiness, is found',
  run,
};
