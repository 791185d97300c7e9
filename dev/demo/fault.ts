import type { Api } from '../engines/clusters/api.ts';
import type { Proposal } from '../seed/propose.ts';

export const faultKinds = [
  'cordon',
  'crash',
  'notready',
  'wedged',
  'crash-stale',
  'too-many',
  'rollout',
  'image',
  'oom',
  'hpa',
  'scale-up',
  'node',
  'blocked-drain',
  'node-down',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Something that can be broken in the demo's cluster: what is changed, and how it is changed back. */
export type Fault = Told & (ObjectFault | PodFault);

interface Told {
  /** One sentence each. */
  readonly did: string;
  readonly lookFor: string;
  readonly undid: string;
}

/** One object is changed. */
export interface ObjectFault {
  readonly path: string;
  /** What we change; left out where the action agent is to do it. */
  readonly broken?: object;
  readonly whole: object;
  /** What is then proposed to the action agent, from what is in the cluster. */
  readonly proposal?: (api: Api) => Promise<Proposal>;
  /** The node whose drain is then asked for, as a person does; it gets this trouble as well. */
  readonly drains?: { readonly node: (api: Api) => Promise<string>; readonly behaves: 'disk-pressure' };
  /** The node whose pods its trouble marks; see `fix`. */
  readonly node?: string;
  /** Nothing is heard of that node any more, so that its pods are marked at once. */
  readonly isSilent?: true;
  /** Its condition that looks as if it had lasted a while: rules wait that long. */
  readonly lasting?: string;
}

/** One pod of a Deployment is in trouble, whichever it is; the others are well. */
export interface PodFault {
  readonly namespace: string;
  readonly deployment: string;
  readonly behaves: 'wedged' | 'crash-held';
  /** How its containers ended last, if not as KWOK has them end. */
  readonly lastEnd?: { readonly reason: string; readonly exitCode: number };
}

export function isFaultKind(word: string): word is FaultKind {
  return faultKinds.some((kind) => kind === word);
}
