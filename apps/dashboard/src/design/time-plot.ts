import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Colours, readColours } from './colours.ts';

/** In milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is drawn beside the lines: positions are those of the canvas. */
export interface Pen {
  readonly ctx: CanvasRenderingContext2D;
  readonly colours: Colours;
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** Of the canvas to a pixel of the page. */
  readonly ratio: number;
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

export interface Line {
  readonly colour: (colours: Colours) => string;
  /** A value holds until the next. */
  readonly stepped?: boolean;
}

interface TimePlotOptions {
  readonly height: number;
  readonly lines: readonly Line[];
  readonly span: () => Span;
  /** The marks of the axis; its first and last are its ends. */
  readonly marks: () => readonly number[];
  readonly under?: (pen: Pen) => void;
  readonly over?: (pen: Pen) => void;
  /** Milliseconds; undefined when nothing is pointed at. */
  readonly onPoint: (moment: number | undefined) => void;
  readonly onPick: (moment: number) => void;
}

/** Seconds, then the values of each line; a null is a gap in it. */
export type TimeData = readonly [seconds: number[], ...lines: (number | null)[][]];

export interface TimePlot {
  readonly show: (data: TimeData) => void;
  readonly point: (moment: number | undefined) => void;
  readonly resize: (width: number, height: number) => void;
  readonly end: () => void;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Lines over time. One drawing for as long as its place lives: new data is put into it, nothing is made anew. */
export function drawTimePlot(place: HTMLElement, options: TimePlotOptions): TimePlot {
  const { height, lines, span, marks, under, over, onPoint, onPick } = options;
  let colours = readColours(place);
  const axis = { font: `12px ${colours.mono}`, stroke: () => colours.ink2, ticks: { show: false } };
  const penOf = (u: UPlot): Pen => ({
    ctx: u.ctx,
    colours,
    box: u.bbox,
    ratio: UPlot.pxRatio,
    x: (at) => u.valToPos(at / 1_000, 'x', true),
    y: (value) => u.valToPos(value, 'y', true),
  });
  const drawn = (draw: ((pen: Pen) => void) | undefined) => (u: UPlot) => {
    u.ctx.save();
    draw?.(penOf(u));
    u.ctx.restore();
  };
  const plot = new UPlot(
    {
      width: place.clientWidth,
      height,
      padding: [10, 40, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { range: () => [span().from / 1_000, span().to / 1_000] },
        y: { range: () => [marks()[0] ?? 0, marks().at(-1) ?? 1] },
      },
      axes: [
        {
          ...axis,
          size: 24,
          gap: 4,
          space: 72,
          grid: { show: false },
          values: (_, seconds) => seconds.map((at) => timeLabel(at * 1_000)),
        },
        { ...axis, size: 36, gap: 6, splits: () => [...marks()], grid: { stroke: () => colours.line, width: 1 } },
      ],
      series: [{}, ...lines.map((line) => seriesOf(line, () => colours))],
      hooks: {
        drawClear: [drawn(under)],
        draw: [drawn(over)],
        setCursor: [
          (u) => {
            const { left = -1 } = u.cursor;
            onPoint(left < 0 ? undefined : u.posToVal(left, 'x') * 1_000);
          },
        ],
      },
    },
    [[], ...lines.map(() => [])],
    place,
  );
  plot.over.addEventListener('click', () => {
    const { left = -1 } = plot.cursor;
    if (left >= 0) onPick(plot.posToVal(left, 'x') * 1_000);
  });
  const stopFollowing = followTheme(() => {
    colours = readColours(place);
    plot.redraw(false);
  });
  return {
    show: ([seconds, ...values]) => plot.setData([seconds, ...values]),
    point: (moment) =>
      plot.setCursor(
        moment === undefined ? { left: -10, top: -10 } : { left: plot.valToPos(moment / 1_000, 'x'), top: 10 },
        false,
      ),
    resize: (width, tall) => plot.setSize({ width, height: tall }),
    end: () => {
      stopFollowing();
      plot.destroy();
    },
  };
}

function seriesOf({ colour, stepped = false }: Line, colours: () => Colours): UPlot.Series {
  const paths = stepped ? UPlot.paths.stepped?.({ align: 1 }) : undefined;
  return { stroke: () => colour(colours()), width: 1.5, points: { show: false }, ...(paths && { paths }) };
}

function followTheme(changed: () => void): () => void {
  const theme = new MutationObserver(changed);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', changed);
  return () => {
    theme.disconnect();
    dark.removeEventListener('change', changed);
  };
}

/** At midnight the day, else the time. */
function timeLabel(at: number): string {
  const moment = new Date(at);
  return moment.getHours() === 0 && moment.getMinutes() === 0 ? day.format(moment) : clock.format(moment);
}

/** Where nobody looked: hatched, never a line that looks like data. */
export function hatch({ ctx, colours, box, ratio, x }: Pen, gaps: readonly Span[]): void {
  for (const { from, to } of gaps) {
    // What is out of the picture costs no lines, however long it is.
    const left = Math.max(x(from), box.left);
    const width = Math.min(x(to), box.left + box.width) - left;
    if (width <= 0) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, box.top, width, box.height);
    ctx.clip();
    ctx.beginPath();
    for (let at = left - box.height; at < left + width; at += 8 * ratio) {
      ctx.moveTo(at, box.top + box.height);
      ctx.lineTo(at + box.height, box.top);
    }
    ctx.strokeStyle = colours.line;
    ctx.lineWidth = ratio;
    ctx.stroke();
    ctx.restore();
  }
}

/** A moment that was chosen. */
export function markMoment({ ctx, colours, box, ratio, x }: Pen, at: number): void {
  ctx.strokeStyle = colours.focus;
  ctx.lineWidth = 2 * ratio;
  ctx.beginPath();
  ctx.moveTo(x(at), box.top);
  ctx.lineTo(x(at), box.top + box.height);
  ctx.stroke();
}

/** Something was done: a mark on the time axis, whatever the line does. */
export function tickAt({ ctx, colours, box, ratio, x }: Pen, at: number): void {
  const [left, foot] = [x(at), box.top + box.height];
  ctx.save();
  ctx.strokeStyle = colours.lineStrong;
  ctx.lineWidth = ratio;
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(left, box.top);
  ctx.lineTo(left, foot);
  ctx.stroke();
  ctx.fillStyle = colours.ink2;
  ctx.beginPath();
  ctx.moveTo(left, foot - 7 * ratio);
  ctx.lineTo(left + 5 * ratio, foot);
  ctx.lineTo(left - 5 * ratio, foot);
  ctx.fill();
  ctx.restore();
}

interface NamedMoment {
  readonly at: number;
  readonly value: number;
  readonly words: string;
  readonly colour: string;
}

/** A value that counts, named where the line is not; the first before its moment and the next behind, as they may be near. */
export function nameMoment(pen: Pen, { at, value, words, colour }: NamedMoment, index: number): void {
  const { ctx, colours, box, ratio } = pen;
  const [left, top] = [pen.x(at), pen.y(value)];
  ctx.save();
  ctx.strokeStyle = colours.lineStrong;
  ctx.lineWidth = ratio;
  ctx.setLineDash([4 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(left, box.top);
  ctx.lineTo(left, box.top + box.height);
  ctx.stroke();
  ctx.restore();
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(left, top, 4.5 * ratio, 0, 2 * Math.PI);
  ctx.fill();
  ctx.fillStyle = colours.ink;
  ctx.font = `600 ${12 * ratio}px ${colours.mono}`;
  ctx.textAlign = index === 0 ? 'right' : 'left';
  const isLow = top > box.top + box.height / 2;
  ctx.textBaseline = isLow ? 'top' : 'bottom';
  const height = isLow ? box.top + 5 * ratio : box.top + box.height - 4 * ratio;
  ctx.fillText(words, left + (index === 0 ? -6 : 6) * ratio, height);
}

/** The last value as a point, with its figure in place of a legend. */
export function labelEnd(pen: Pen, at: number, value: number, colour: string): void {
  const { ctx, colours, box, ratio } = pen;
  const [left, top] = [pen.x(at), pen.y(value)];
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(left, top, 3.5 * ratio, 0, 2 * Math.PI);
  ctx.fill();
  ctx.fillStyle = colours.ink;
  ctx.font = `600 ${13 * ratio}px ${colours.mono}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(String(value), left + 8 * ratio, Math.min(top, box.top + box.height - 6 * ratio));
}
