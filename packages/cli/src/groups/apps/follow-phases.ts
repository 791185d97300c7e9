import { secondsText } from '../../output/durations.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { startProgress } from '../../output/progress.ts';
import { type Deployment, isRunning } from './app.ts';
import { tookText } from './tell-deployment.ts';

/** What somebody who waits is told of a deployment. */
export interface Telling {
  readonly tell: (deployment: Deployment) => void;
  readonly end: () => void;
}

const widest = 'RollingOut'.length;
const redrawEveryMs = 1_000;

/** A line for each phase that is over, and what the present one waits for; for programs a document for each change. */
export function tellingOf(out: Output): Telling {
  return out.isJson ? { tell: out.jsonLine, end: () => undefined } : inLines(out.note);
}

function inLines(note: Output['note']): Telling {
  const progress = startProgress();
  const isScreen = process.stderr.isTTY;
  let told = 0;
  let shown: Deployment | undefined;
  const draw = () => {
    if (shown === undefined || !isRunning(shown)) return;
    if (isScreen) progress.say(presentLine(shown, Date.now()));
    else if (shown.progress !== null) progress.say(presentLine(shown));
  };
  // For the seconds in it.
  const redraw = isScreen ? setInterval(draw, redrawEveryMs) : undefined;
  return {
    tell: (deployment) => {
      shown = deployment;
      const over = deployment.phases.filter((one) => isRunning(one) && one.ended_at !== null);
      if (over.length > told) progress.end();
      for (const one of over.slice(told)) note(`${one.phase.padEnd(widest)}  ${tookText(one) ?? ''}`);
      told = Math.max(told, over.length);
      draw();
    },
    end: () => {
      clearInterval(redraw);
      progress.end();
    },
  };
}

/** `RollingOut  12 s  1 of 3 new pods are ready`; where lines stay, without the time, which would be new each second. */
function presentLine({ phase, phases, progress }: Deployment, now?: number): string {
  const began = phases.at(-1)?.started_at;
  const lasted = now === undefined || began === undefined ? [] : [secondsText(secondsSince(began, now))];
  return plain([phase.padEnd(widest), ...lasted, progress ?? '…'].join('  '));
}

const secondsSince = (began: string, now: number) => Math.max(0, Math.round((now - Date.parse(began)) / 1_000));
