import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { type MaintenanceWindow, placeText, stateStyle } from './window.ts';

/** All there is to say about one. */
export function windowLines(out: Output, window: MaintenanceWindow, clusterName: string): readonly string[] {
  const { id, name, state, starts_at, ends_at, reason } = window;
  return [
    out.paint('bold', plain(name)),
    ...factLines(out, [
      ['state', state, stateStyle(window)],
      ['cluster', clusterName],
      ['where', placeText(window)],
      ['from', out.time(starts_at)],
      ['until', out.time(ends_at)],
      ...(reason === '' ? [] : [['why', reason] satisfies Fact]),
      ['id', id],
    ]),
  ];
}
