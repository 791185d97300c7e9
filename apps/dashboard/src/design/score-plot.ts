import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { readColours } from './colours.ts';
import { type Curve, lineOf } from './score-curve.ts';
import { scoreTone } from './tones.ts';

interface PlotOptions {
  readonly height: number;
  /** Milliseconds; undefined when nothing is pointed at. */
  readonly onPoint: (moment: number | undefined) => void;
  readonly onPick: (moment: number) => void;
}

export interface ScorePlot {
  readonly show: (curve: Curve, picked: number | undefined) => void;
  readonly point: (moment: number | undefined) => void;
  readonly resize: (width: number, height: number) => void;
  readonly end: () => void;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** One drawing for as long as its place lives: new data is put into it, nothing is made anew. */
export function drawScore(place: HTMLElement, { height, onPoint, onPick }: PlotOptions): ScorePlot {
  let colours = readColours(place);
  let curve: Curve = { from: 0, to: 1_000, pieces: [], gaps: [] };
  let picked: number | undefined;
  const axis = {
    font: `12px ${colours.mono}`,
    stroke: () => colours.ink2,
    ticks: { show: false },
  };
  const stepped = UPlot.paths.stepped?.({ align: 1 });
  const plot = new UPlot(
    {
      width: place.clientWidth,
      height,
      padding: [10, 40, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { range: () => [curve.from / 1_000, curve.to / 1_000] },
        y: { range: [0, 100] },
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
        { ...axis, size: 36, gap: 6, splits: () => [0, 50, 100], grid: { stroke: () => colours.line, width: 1 } },
      ],
      series: [
        {},
        {
          stroke: () => colours.ink,
          width: 1.5,
          points: { show: false },
          ...(stepped === undefined ? {} : { paths: stepped }),
        },
      ],
      hooks: {
        drawClear: [(u) => drawUnder(u)],
        draw: [(u) => drawOver(u)],
        setCursor: [
          (u) => {
            const { left = -1 } = u.cursor;
            onPoint(left < 0 ? undefined : u.posToVal(left, 'x') * 1_000);
          },
        ],
      },
    },
    [[], []],
    place,
  );

  const x = (u: UPlot, at: number) => u.valToPos(at / 1_000, 'x', true);
  const y = (u: UPlot, score: number) => u.valToPos(score, 'y', true);

  /** Where nobody looked, hatched; and how far the score went within a piece. */
  function drawUnder(u: UPlot): void {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    for (const { from, to } of curve.gaps) {
      // What is out of the picture costs no lines, however long it is.
      const left = Math.max(x(u, from), bbox.left);
      const width = Math.min(x(u, to), bbox.left + bbox.width) - left;
      if (width <= 0) continue;
      ctx.save();
      ctx.beginPath();
      ctx.rect(left, bbox.top, width, bbox.height);
      ctx.clip();
      ctx.beginPath();
      const apart = 8 * UPlot.pxRatio;
      for (let at = left - bbox.height; at < left + width; at += apart) {
        ctx.moveTo(at, bbox.top + bbox.height);
        ctx.lineTo(at + bbox.height, bbox.top);
      }
      ctx.strokeStyle = colours.line;
      ctx.lineWidth = UPlot.pxRatio;
      ctx.stroke();
      ctx.restore();
    }
    ctx.fillStyle = colours.ink;
    ctx.globalAlpha = 0.16;
    for (const { from, to, min, max } of curve.pieces)
      if (min !== max) ctx.fillRect(x(u, from), y(u, max), Math.max(x(u, to) - x(u, from), 2), y(u, min) - y(u, max));
    ctx.restore();
  }

  function drawOver(u: UPlot): void {
    const { ctx, bbox } = u;
    const ratio = UPlot.pxRatio;
    ctx.save();
    ctx.lineWidth = ratio;
    ctx.strokeStyle = colours.lineStrong;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y(u, 0));
    ctx.lineTo(bbox.left + bbox.width, y(u, 0));
    ctx.stroke();
    if (picked !== undefined && picked >= curve.from && picked <= curve.to) {
      ctx.strokeStyle = colours.focus;
      ctx.lineWidth = 2 * ratio;
      ctx.beginPath();
      ctx.moveTo(x(u, picked), bbox.top);
      ctx.lineTo(x(u, picked), bbox.top + bbox.height);
      ctx.stroke();
    }
    const last = curve.pieces.at(-1);
    if (last !== undefined) {
      const [left, top] = [x(u, last.to), y(u, last.last)];
      ctx.fillStyle = colours.tones[scoreTone(last.last)];
      ctx.beginPath();
      ctx.arc(left, top, 3.5 * ratio, 0, 2 * Math.PI);
      ctx.fill();
      ctx.fillStyle = colours.ink;
      ctx.font = `600 ${13 * ratio}px ${colours.mono}`;
      ctx.textAlign = 'left';
      ctx.textBaseline = 'middle';
      ctx.fillText(String(last.last), left + 8 * ratio, Math.min(top, bbox.top + bbox.height - 6 * ratio));
    }
    ctx.restore();
  }

  const pick = () => {
    const { left = -1 } = plot.cursor;
    if (left >= 0) onPick(plot.posToVal(left, 'x') * 1_000);
  };
  plot.over.addEventListener('click', pick);

  const recolour = () => {
    colours = readColours(place);
    plot.redraw(false);
  };
  const theme = new MutationObserver(recolour);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', recolour);

  return {
    show: (shown, at) => {
      curve = shown;
      picked = at;
      const [seconds, scores] = lineOf(shown);
      plot.setData([seconds, scores]);
    },
    point: (moment) =>
      plot.setCursor(
        moment === undefined ? { left: -10, top: -10 } : { left: plot.valToPos(moment / 1_000, 'x'), top: 10 },
        false,
      ),
    resize: (width, tall) => plot.setSize({ width, height: tall }),
    end: () => {
      theme.disconnect();
      dark.removeEventListener('change', recolour);
      plot.destroy();
    },
  };
}

/** At midnight the day, else the time. */
function timeLabel(at: number): string {
  const moment = new Date(at);
  return moment.getHours() === 0 && moment.getMinutes() === 0 ? day.format(moment) : clock.format(moment);
}
