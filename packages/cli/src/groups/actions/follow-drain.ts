import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { startProgress } from '../../output/progress.ts';
import { startRegion } from '../../output/region.ts';
import { type Action, titleOf } from './action.ts';
import { statusText } from './tell-action.ts';
import { blockedText, drainScreen, isBlocked, nameOf } from './tell-drain.ts';

/** What somebody who watches is told of an action that runs. */
export interface Following {
  readonly tell: (action: Action) => void;
  readonly end: () => void;
}

/** One line that says where it is. */
export function followAction(out: Output): Following {
  const progress = startProgress();
  return {
    tell: (action) => progress.say(plain(`${titleOf(action)}: ${statusText(out, action)}`)),
    end: progress.end,
  };
}

/** On a screen a bar and the pods that are in the way; elsewhere a line for whatever is new. */
export function followDrain(out: Output): Following {
  return process.stderr.isTTY ? onScreen() : inLines(out);
}

const redrawEveryMs = 1_000;

function onScreen(): Following {
  const region = startRegion();
  let shown: Action | undefined;
  const draw = () => {
    if (shown !== undefined) region.draw(drainScreen(shown, Date.now()));
  };
  const redraw = setInterval(draw, redrawEveryMs);
  return {
    tell: (action) => {
      shown = action;
      draw();
    },
    end: () => {
      clearInterval(redraw);
      region.end();
    },
  };
}

function inLines(out: Output): Following {
  const told = new Set<string>();
  /** What was told of a pod before is not told again when only the time to its next try is another. */
  const once = (key: string, text: string) => {
    if (told.has(key)) return;
    told.add(key);
    out.note(plain(text));
  };
  const progress = followAction(out);
  return {
    tell: (action) => {
      progress.tell(action);
      for (const pod of action.details.pods ?? []) {
        const key = `${nameOf(pod)} ${pod.status} ${pod.attempts}`;
        if (isBlocked(pod)) once(key, `  ${blockedText(pod, Date.now())}${because(pod.reason)}`);
        if (pod.status === 'failed') once(key, `  ${nameOf(pod)} failed: ${pod.reason ?? 'reason unknown'}`);
      }
    },
    end: progress.end,
  };
}

const because = (reason: string | null) => (reason === null ? '' : ` (${reason})`);
