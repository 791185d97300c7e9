import { randomBytes } from 'node:crypto';
import { k8sMonitorModule } from '@wheelhouse/k8s-monitor';
import { platformModule } from '@wheelhouse/platform';
import { kube, kube2 } from '../dev/engines/clusters/cluster.ts';
import { sharedInstallation } from './installation/open.ts';
import type { Installation } from './installation/start.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';
import { markPlane, type Plane } from './two-tenants/facts.ts';
import type { Fault } from './two-tenants/fault.ts';
import { type Findings, judgeReads, judgeStreams } from './two-tenants/judge.ts';
import { allOf, idsIn } from './two-tenants/needles.ts';
import { isFigure } from './two-tenants/numbers.ts';
import { type ReadRoute, readRoutes } from './two-tenants/reads.ts';
import { type Scene, setScene } from './two-tenants/scene.ts';
import { type Followed, followAll } from './two-tenants/streams.ts';

/** Whose reads are judged: a new module that tells of clusters is added here, and its routes are found. */
const modules = [platformModule, k8sMonitorModule];

const names = (routes: Iterable<ReadRoute>) => [...routes].map(({ name }) => name).join(', ');

/** Of somebody who is told of three clusters and should be of one: where that is not seen. */
function control({ routes }: Scene, { told, leaks, totals, unlike }: Findings, streamed: readonly Fault[]) {
  const kinds = [leaks, totals, unlike, streamed];
  const seen = new Set(kinds.flat().map(({ route }) => route));
  const empty = new Set(
    told.filter(({ route, text }) => !isFigure(route) && idsIn(text).length === 0).map(({ route }) => route),
  );
  const unseen = routes.filter((route) => !seen.has(route) && !empty.has(route));
  return { seen, empty, unseen, hasAllKinds: kinds.every(({ length }) => length > 0) };
}

function verdict(
  { routes, viewers, pretender }: Scene,
  reads: readonly Findings[],
  { leaks: streamLeaks, unheard }: Awaited<ReturnType<typeof judgeStreams>>,
  followed: readonly Followed[],
  controlled: ReturnType<typeof control>,
  say: ProofContext['say'],
): Verdict {
  const told = reads.flatMap((one) => one.told);
  const leaks = [...reads.flatMap((one) => one.leaks), ...streamLeaks.filter(({ viewer }) => viewer !== pretender)];
  const [totals, unlike] = [reads.flatMap((one) => one.totals), reads.flatMap((one) => one.unlike)];
  for (const { said } of [...leaks, ...totals, ...unlike, ...unheard]) say(said);
  const answered = new Set([
    ...told.filter(({ status }) => status === 200).map(({ route }) => route),
    ...followed.map(({ route }) => route),
  ]);
  const unanswered = routes.filter((route) => !answered.has(route));
  const { seen, empty, unseen, hasAllKinds } = controlled;
  say(`has nothing to tell here: ${names(empty) || 'none'}`);
  const cases = reads.reduce((sum, one) => sum + one.cases, 0);
  const streams = followed.filter(({ viewer }) => viewer !== pretender).length;
  return verdictOf(
    {
      'nothing of others is told': leaks.length === 0,
      'every total and figure is of what can be seen': totals.length === 0,
      'what is of others is answered as what never was': unlike.length === 0,
      'every stream tells of its own': unheard.length === 0 && streams > 0,
      [`every route was answered to somebody (${names(unanswered)})`]: unanswered.length === 0,
      [`the pretender is seen on every route, by every kind of look (${names(unseen)})`]:
        unseen.length === 0 && hasAllKinds,
    },
    `${routes.length} routes, ${viewers.length} readers of 2 tenants: ${told.length} answers and ${streams} streams told of others ${leaks.length} times; of ${cases} questions for what is of others ${unlike.length} were answered otherwise than for what never was; totals and figures wrong ${totals.length}; one who is told of three clusters and should be of one is seen on ${seen.size} routes, the other ${empty.size} having nothing to tell`,
  );
}

async function judge(
  installation: Installation,
  planes: readonly [Plane, Plane],
  twin: string,
  say: ProofContext['say'],
): Promise<Verdict> {
  const scene = await setScene(installation, readRoutes(modules), planes);
  const { routes, viewers, pretender, seen } = scene;
  const known = allOf(seen.map(({ needles }) => needles)).ids.size;
  say(`${routes.length} routes; ${seen.length} clusters, of which ${known} ids are known`);
  if (!seen.every(({ text }) => text.includes(twin))) throw new Error(`not every cluster has a node ${twin}`);
  const followed: Followed[] = [];
  try {
    for (const viewer of [...viewers, pretender]) followed.push(...(await followAll(installation, viewer, routes)));
    const [pretended, ...reads] = await Promise.all([
      judgeReads(scene, pretender),
      ...viewers.map((viewer) => judgeReads(scene, viewer)),
    ]);
    const streams = await judgeStreams(scene, followed, planes);
    const streamed = streams.leaks.filter(({ viewer }) => viewer === pretender);
    return verdict(scene, reads, streams, followed, control(scene, pretended, streamed), say);
  } finally {
    for (const { close } of followed) close();
  }
}

async function run(context: ProofContext): Promise<Verdict> {
  const installation = await sharedInstallation(context);
  const twin = `twin-${randomBytes(4).toString('hex')}`;
  const planes: [Plane, Plane] = [await markPlane(kube, twin, 3), await markPlane(kube2, twin, 1)];
  try {
    return await judge(installation, planes, twin, context.say);
  } finally {
    for (const plane of planes) await plane.remove();
  }
}

export const proof: Proof = {
  promise:
    'Health, issues, nodes and names of a cluster reach nobody of another tenant, and nobody whose role is limited to other clusters.',
  method:
    'platform and monitor behind the gateway on two real control planes with equally named nodes: one tenant with three clusters, one with one; every read and stream that there is, by both administrators, by three users limited to one cluster each (by their tokens, one by a session too) and by a limited service account, lists walked to their ends and streams followed through a change; all of it searched for ids and names of what they must not see; then asked for by id, name and filter; all of it once more for a caller who pretends to be limited',
  bar: 'found 0; totals and figures are of what can be seen; what is of others is answered as what never was, status, headers and body; somebody who is told of three clusters and should be of one is seen on every route',
  run,
};
