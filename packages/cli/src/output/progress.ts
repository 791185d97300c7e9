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
      stderr.write(isScreen ? `${wipe}${text}` : `${text}\n`);
    },
    end: () => void (isScreen && last !== '' && stderr.write(wipe)),
  };
}
