import type { ReactNode } from 'react';
import { spanOf } from './clock.ts';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './status.tsx';
import { Time } from './time.tsx';
import css from './timeline.module.css';

/** One thing that happened. */
export interface Happening {
  readonly key: string | number;
  readonly at: string;
  readonly title: ReactNode;
  /** Of what kind it is: beside it, on a line that leads through all of them. */
  readonly icon?: IconName;
  /** Colours the icon, where it means something by itself. */
  readonly tone?: Tone | undefined;
  /** What came of it, as a status. */
  readonly state?: ReactNode;
  /** Who did it, to what, how often: one quiet line. */
  readonly about?: ReactNode;
  /** Stands under it, always in view. */
  readonly note?: ReactNode;
  /** Opens under it. */
  readonly detail?: ReactNode;
}

export type TimelineOrder = 'newest' | 'oldest';

interface TimelineProps {
  readonly happened: readonly Happening[];
  /** Which stands on top. */
  readonly order?: TimelineOrder;
  /** The time between one and the next is told from this on. */
  readonly gapFromMs?: number;
}

/** What happened, with the time between one and the next; of those that open, the one on top is open. */
export function Timeline({ happened, order = 'newest', gapFromMs = 0 }: TimelineProps) {
  const rising = happened.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const shown = order === 'newest' ? rising.toReversed() : rising;
  return (
    <ol className={css['timeline']} reversed={order === 'newest'}>
      {shown.map((one, index) => (
        <li key={one.key} className={css['item']} data-marked={one.icon !== undefined}>
          {one.icon !== undefined && (
            <span className={css['mark']} data-tone={one.tone}>
              <Icon name={one.icon} />
            </span>
          )}
          <Entry {...one} isOpen={index === 0} />
          <Between one={one} other={shown[index + 1]} fromMs={gapFromMs} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ at, title, state, about, note, detail, isOpen }: Happening & { readonly isOpen: boolean }) {
  const head = (
    <span className={css['head']}>
      <span className={css['title']}>{title}</span>
      {state}
      <span className="quiet">
        <Time at={at} />
      </span>
    </span>
  );
  const below = (
    <>
      {about !== undefined && <div className={css['about']}>{about}</div>}
      {note}
    </>
  );
  if (detail === undefined)
    return (
      <div className={css['entry']}>
        {head}
        {below}
      </div>
    );
  return (
    <details className={css['entry']} open={isOpen}>
      <summary>{head}</summary>
      <div className={css['inside']}>
        {below}
        {detail}
      </div>
    </details>
  );
}

interface BetweenProps {
  readonly one: Happening;
  readonly other: Happening | undefined;
  readonly fromMs: number;
}

function Between({ one, other, fromMs }: BetweenProps) {
  if (other === undefined) return null;
  const ms = Math.abs(Date.parse(one.at) - Date.parse(other.at));
  return ms < fromMs ? null : <p className={css['between']}>{spanOf(ms)} later</p>;
}
