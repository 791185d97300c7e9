import { setTimeout as wait } from 'node:timers/promises';
import type { Plane } from './facts.ts';
import { type Fault, faultOf } from './fault.ts';
import { foreignReads } from './foreign-reads.ts';
import { found } from './needles.ts';
import { numberFaults } from './numbers.ts';
import { plainReads, type Told, totalFaults } from './plain-reads.ts';
import { forbiddenTo, type Scene } from './scene.ts';
import { type Followed, unheard } from './streams.ts';
import type { Viewer } from './viewers.ts';

export interface Findings {
  readonly told: readonly Told[];
  /** Questions for what is of others. */
  readonly cases: number;
  /** What is of others was told. */
  readonly leaks: readonly Fault[];
  /** Counts and figures that are not of what can be seen. */
  readonly totals: readonly Fault[];
  /** What is of others was answered otherwise than what never was. */
  readonly unlike: readonly Fault[];
}

export async function judgeReads(scene: Scene, viewer: Viewer): Promise<Findings> {
  const forbidden = forbiddenTo(viewer, scene);
  const told = await plainReads(scene, viewer);
  const leaks = told.flatMap(({ route, asked, text }) => {
    const [leak] = found(forbidden, text);
    return leak === undefined ? [] : [faultOf(viewer, route, `${asked} tells ${leak}`)];
  });
  const totals = [...(await totalFaults(scene, viewer)), ...(await numberFaults(scene, viewer))];
  const { cases, faults: unlike } = await foreignReads(scene, viewer, forbidden);
  return { told, cases, leaks, totals, unlike };
}

export interface StreamFindings {
  readonly leaks: readonly Fault[];
  /** Streams that did not tell of their own. */
  readonly unheard: readonly Fault[];
}

/** Something happens in every plane while all streams are followed. */
export async function judgeStreams(
  scene: Scene,
  followed: readonly Followed[],
  planes: readonly Plane[],
): Promise<StreamFindings> {
  for (const plane of planes) await plane.change();
  const missed = await unheard(followed);
  // What comes to the wrong one comes as soon as to the right one, or a little later.
  await wait(1_000);
  const leaks = followed.flatMap(({ viewer, route, told }) => {
    const [leak] = found(forbiddenTo(viewer, scene), told());
    return leak === undefined ? [] : [faultOf(viewer, route, `tells ${leak}`)];
  });
  return { leaks, unheard: missed };
}
