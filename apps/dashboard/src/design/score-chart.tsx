import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { HealthHistory } from '../api/history.ts';
import type { ScoreNow } from '../live/use-score.ts';
import css from './score-chart.module.css';
import { curveOf, curveWords, knownWords, type Moment, scoreAt, type Tick, turnsOf, zone } from './score-curve.ts';
import type { ScorePlot } from './score-plot.ts';

interface ScoreChartProps {
  readonly history: HealthHistory;
  /** "Score, 24 h" */
  readonly label: string;
  readonly height?: number;
  /** Beside the label: which range is shown. */
  readonly actions?: ReactNode;
  /** A moment was chosen, as the API takes it. */
  readonly onPick?: (at: string) => void;
  readonly picked?: string | undefined;
  readonly now?: ScoreNow | undefined;
  /** Scores that count, named where they are. What stands around the picture says them too. */
  readonly moments?: readonly Moment[];
  /** What was done meanwhile, marked on the time axis. What stands around the picture says it too. */
  readonly ticks?: readonly Tick[];
}

const none: readonly Moment[] = [];
const noTicks: readonly Tick[] = [];

/** The score over time. What it shows is said beside it as well; a moment can be chosen by pointer and by keys. */
export function ScoreChart({
  history,
  label,
  height = 140,
  actions,
  onPick,
  picked,
  now,
  moments = none,
  ticks = noTicks,
}: ScoreChartProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<ScorePlot>(undefined);
  const [pointed, setPointed] = useState<number>();
  const [failed, setFailed] = useState(false);
  const curve = useMemo(() => curveOf(history, now), [history, now]);
  const pickedAt = picked === undefined || Number.isNaN(Date.parse(picked)) ? undefined : Date.parse(picked);

  const pick = (moment: number) => onPick?.(new Date(scoreAt(curve, moment)?.at ?? moment).toISOString());
  const latest = useRef({ curve, pickedAt, pick, moments, ticks });
  latest.current = { curve, pickedAt, pick, moments, ticks };

  useEffect(() => {
    const box = place.current;
    if (box === null) return undefined;
    let gone = false;
    const sized = new ResizeObserver(() => plot.current?.resize(box.clientWidth, height));
    import('./score-plot.ts').then(
      ({ drawScore }) => {
        if (gone) return;
        plot.current = drawScore(box, {
          height,
          onPoint: setPointed,
          onPick: (moment) => latest.current.pick(moment),
        });
        const { curve: shown, pickedAt: at, moments: named, ticks: done } = latest.current;
        plot.current.show(shown, at, named, done);
        sized.observe(box);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      sized.disconnect();
      plot.current?.end();
      plot.current = undefined;
    };
  }, [height]);
  useEffect(() => plot.current?.show(curve, pickedAt, moments, ticks), [curve, pickedAt, moments, ticks]);

  const turns = useMemo(() => turnsOf(curve, ticks), [curve, ticks]);
  const at = pointed ?? pickedAt ?? turns.at(-1) ?? curve.to;
  const index = Math.max(
    0,
    turns.findLastIndex((turn) => turn <= at),
  );
  const go = (to: number) => {
    const turn = turns[Math.max(0, Math.min(turns.length - 1, to))];
    setPointed(turn);
    plot.current?.point(turn);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') go(index - 1);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowUp') go(index + 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(turns.length - 1);
    else if (event.key === 'Enter' || event.key === ' ') pick(at);
    else return;
    event.preventDefault();
  };
  const leave = () => {
    setPointed(undefined);
    plot.current?.point(undefined);
  };

  const words = pointed === undefined ? curveWords(curve) : knownWords(curve, pointed, ticks);
  return (
    <figure className={css['chart']} style={{ minHeight: height }}>
      <figcaption className={css['head']}>
        <span className={css['label']} id={`${id}-label`}>
          {label}, {zone}
        </span>
        {actions}
        <span className={css['words']} id={`${id}-words`}>
          {words}
        </span>
      </figcaption>
      {failed && <p className="quiet">The chart could not be loaded; the text above says the same.</p>}
      {onPick === undefined ? (
        <div
          ref={place}
          role="img"
          aria-label={`${label}: ${curveWords(curve)}`}
          className={css['plot']}
          style={{ height }}
        />
      ) : (
        <div
          ref={place}
          role="slider"
          tabIndex={0}
          aria-label={`${label}: ${curveWords(curve)}. Use the arrow keys to move between changes and Enter to see the issues at that moment`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, turns.length - 1)}
          aria-valuenow={index}
          aria-valuetext={knownWords(curve, at, ticks)}
          className={css['plot']}
          data-picks="true"
          style={{ height }}
          onKeyDown={onKey}
          onBlur={leave}
        />
      )}
    </figure>
  );
}
