import type { ScoreTone } from './tones.ts';

/** The tokens as a canvas wants them: worked out for the theme of the moment. */
export interface Colours {
  readonly ink: string;
  readonly ink2: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly focus: string;
  readonly mono: string;
  readonly tones: Readonly<Record<ScoreTone, string>>;
}

export function readColours(near: HTMLElement): Colours {
  const probe = document.createElement('span');
  near.append(probe);
  const worked = getComputedStyle(probe);
  const colour = (token: string) => {
    probe.style.color = `var(${token})`;
    return worked.color;
  };
  probe.style.fontFamily = 'var(--mono)';
  const colours: Colours = {
    ink: colour('--ink'),
    ink2: colour('--ink-2'),
    line: colour('--line'),
    lineStrong: colour('--line-strong'),
    focus: colour('--focus'),
    mono: worked.fontFamily,
    tones: {
      ok: colour('--ok'),
      attention: colour('--attention'),
      failing: colour('--failing'),
    },
  };
  probe.remove();
  return colours;
}
