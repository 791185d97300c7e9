import { fitted } from './width.ts';

/** What is going on, on stderr: on a screen one line that changes, elsewhere a line whenever it says something new. */
export interface Progress {
  readonly say: (text: string) => void;
  readonly end: () => void;
}

const wipe = '\r\u001b[K';

export function startProgress(): Progress {
  const { stderr } = process;
  const isScreen = stderr.isTTY;
  let last = '';
  return {
    say: (text) => {
      if (text === last) return;
      last = text;
      // A line that the screen breaks in two could not be wiped.
      stderr.write(isScreen ? `${wipe}${fitted(text, (stderr.columns || 80) - 1)}` : `${text}\n`);
    },
    end: () => void (isScreen && last !== '' && stderr.write(wipe)),
  };
}
