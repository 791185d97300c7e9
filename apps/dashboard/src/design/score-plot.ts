import { type Curve, lineOf, marksOf, type Moment, type Tick } from './score-curve.ts';
import { drawTimePlot, hatch, labelEnd, markMoment, nameMoment, type Pen, tickAt } from './time-plot.ts';
import { scoreTone } from './tones.ts';

interface ScorePlotOptions {
  readonly height: number;
  readonly onPoint: (moment: number | undefined) => void;
  readonly onPick: (moment: number) => void;
}

export interface ScorePlot {
  readonly show: (curve: Curve, picked: number | undefined, moments: readonly Moment[], ticks: readonly Tick[]) => void;
  readonly point: (moment: number | undefined) => void;
  readonly resize: (width: number, height: number) => void;
  readonly end: () => void;
}

/** The score over time: its line, how far it went within a piece, and where nobody looked. */
export function drawScore(place: HTMLElement, options: ScorePlotOptions): ScorePlot {
  let curve: Curve = { from: 0, to: 1_000, pieces: [], gaps: [] };
  let picked: number | undefined;
  let moments: readonly Moment[] = [];
  let ticks: readonly Tick[] = [];
  const plot = drawTimePlot(place, {
    ...options,
    lines: [{ colour: ({ ink }) => ink, stepped: true }],
    span: () => curve,
    marks: () => marksOf(curve, moments),
    under: (pen) => drawUnder(pen, curve),
    over: (pen) => {
      for (const { at } of ticks) if (at >= curve.from && at <= curve.to) tickAt(pen, at);
      if (picked !== undefined && picked >= curve.from && picked <= curve.to) markMoment(pen, picked);
      for (const [index, { at, score, label }] of moments.entries())
        nameMoment(
          pen,
          { at, value: score, words: `${label} ${score}`, colour: pen.colours.tones[scoreTone(score)] },
          index,
        );
      const last = curve.pieces.at(-1);
      if (last !== undefined) labelEnd(pen, last.to, last.last, pen.colours.tones[scoreTone(last.last)]);
    },
  });
  return {
    ...plot,
    show: (shown, at, named, done) => {
      curve = shown;
      picked = at;
      moments = named;
      ticks = done;
      plot.show(lineOf(shown));
    },
  };
}

function drawUnder(pen: Pen, { gaps, pieces }: Curve): void {
  const { ctx, box, colours, x, y } = pen;
  ctx.beginPath();
  ctx.rect(box.left, box.top, box.width, box.height);
  ctx.clip();
  hatch(pen, gaps);
  ctx.fillStyle = colours.ink;
  ctx.globalAlpha = 0.16;
  for (const { from, to, min, max } of pieces)
    if (min !== max) ctx.fillRect(x(from), y(max), Math.max(x(to) - x(from), 2), y(min) - y(max));
}
