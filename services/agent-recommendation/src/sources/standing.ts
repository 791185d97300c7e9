import { type ActionKind, autonomyLevels, nullable, oneOf } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { type Asking, ask } from './ask.ts';

const standing = Type.Object({ autonomy: nullable(oneOf(autonomyLevels)) });
export type Standing = Static<typeof standing>;

/** Whether a kind of action may run by itself on the cluster. */
export function standingOf(asking: Asking, action: ActionKind): Promise<Standing | undefined> {
  const path = `/internal/v1/standing?cluster_id=${asking.clusterId}&action=${action}`;
  return ask(asking, 'action-agent', path, standing);
}
