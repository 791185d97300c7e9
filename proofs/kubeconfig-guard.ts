import { leaksIn } from './audit/needles.ts';
import { allCases, judgeAll } from './kubeconfig-guard/all-cases.ts';
import { missedOfNaive } from './kubeconfig-guard/control.ts';
import { honestBodies, registerHonest, stillReady } from './kubeconfig-guard/honest.ts';
import { type Judged, settled } from './kubeconfig-guard/judge.ts';
import { allowedConnections, shown, trespassIn } from './kubeconfig-guard/outside.ts';
import { onStage, type Stage } from './kubeconfig-guard/stage.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const least = 40;

/** What the process said anywhere of what it was told, and of what it must not have read. */
function leaksOf({ traps, servers, way, house }: Stage, judged: readonly Judged[], say: ProofContext['say']): number {
  const key = Buffer.from(way.key, 'base64').toString();
  const secrets = [traps.content, servers.token, way.token, way.key, key];
  const said = [house.output(), ...judged.map(({ told }) => told)];
  const leaks = said.flatMap((text) => leaksIn('', text, secrets));
  for (const { form, begins, context } of leaks) say(`${begins}… was said, ${form}, after "${context}"`);
  return leaks.length;
}

async function play(stage: Stage, say: ProofContext['say']): Promise<Verdict> {
  const { house, servers, traps, way, certificates } = stage;
  const honest = await registerHonest(house, honestBodies(way));
  for (const fault of honest.faults) say(`an honest one is not Ready: ${fault}`);
  say(`${honest.ids.length} honest registrations Ready, ${honest.faults.length} not`);

  const cases = allCases(stage);
  const began = Date.now();
  const judged = await judgeAll(house, cases, honest.ids[0] ?? '');
  const wrong = judged.filter(({ fault }) => fault !== undefined);
  for (const { name, fault } of wrong) say(`${name}: ${fault}`);
  const left = judged.flatMap(({ clusterId }) => (clusterId === undefined ? [] : [clusterId]));
  const isUnharmed = await stillReady(house, honest.ids);
  const ready = (await Promise.all(left.map((id) => settled(house, id)))).filter(({ phase }) => phase === 'Ready');
  await house.halt();

  // Into a trap one must not step at any time; the rest is normal while a program starts.
  const counted = (await house.deeds()).filter(({ at, what }) => at >= began || traps.isTrap(what));
  const trespass = trespassIn(counted, allowedConnections(house, way.server, servers));
  say(`watched from outside: ${shown(trespass)}`);
  const called = servers.untouchable.reduce((sum, { connections }) => sum + connections(), 0);
  const heard = servers.impostors.filter((listener) => listener.heard().includes(servers.token));
  const leaks = leaksOf(stage, judged, say);
  const missed = await missedOfNaive(traps, certificates, way);
  const { programs, files, connections } = trespass;
  return verdictOf(
    {
      [`${least} hostile registrations or more were tried`]: cases.length >= least,
      [`every one was refused as it must be (${wrong.map(({ name }) => name).join(', ')})`]: wrong.length === 0,
      'none of them is Ready in the end': ready.length === 0,
      [`no program was started (${programs.join(', ')})`]: programs.length === 0,
      [`no file was touched (${files.join(', ')})`]: files.length === 0,
      [`nobody else was called (${connections.join(', ')})`]: connections.length === 0 && called === 0,
      'no impostor heard a credential': heard.length === 0,
      'no secret stands in an answer or in the log': leaks === 0,
      'every honest one beside them became Ready and stayed so': honest.faults.length === 0 && isUnharmed,
      [`of the naive reader everything was seen (${missed.join(', ')})`]: missed.length === 0,
    },
    `${cases.length} hostile registrations, and ${judged.length - cases.length} changes by the same: refused as they must be ${judged.length - wrong.length} of ${judged.length}, ${left.length} of them once their server was called; Ready ${ready.length}; programs started ${programs.length}, files touched ${files.length}, others called ${connections.length + called}, impostors that heard a credential ${heard.length}; honest ones Ready ${honest.ids.length} of ${honest.ids.length + honest.faults.length}; a naive reader was seen doing each`,
  );
}

export const proof: Proof = {
  promise:
    'A hostile kubeconfig is refused before it makes us run a program, read a file or call anybody but the server it names.',
  method:
    'platform in a process of its own, watched through the kernel (every program, file name and connection): kubeconfigs and forms that would run, read, weaken or lead elsewhere, each otherwise good, sent to its API as a new cluster, as a change and as credentials for deploying; servers of the proof that redirect, lie about who they are or talk nonsense; listeners where nobody may call; honest registrations beside them; then a reader that trusts what it reads, watched in the same way',
  bar: `${least} or more, each refused with field and code, or never Ready for the right reason; programs started 0, files touched 0, others called 0, credentials heard by impostors 0; honest ones Ready; of the naive reader all of that is seen`,
  run: ({ say }) => onStage((stage) => play(stage, say)),
};
