import { styleText } from 'node:util';

export type Style = 'red' | 'yellow' | 'green' | 'blue' | 'cyan' | 'magenta' | 'bold' | 'dim';

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What a stream can show. */
export interface Terminal {
  readonly isTerminal: boolean;
  /** Undefined where nobody has to read it on a screen. */
  readonly width: number | undefined;
  readonly paint: (style: Style, text: string) => string;
}

export function terminalOf(stream: Stream, env: NodeJS.ProcessEnv): Terminal {
  const isTerminal = stream.isTTY === true;
  const hasColours = isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return {
    isTerminal,
    // Some terminals say they have no columns at all.
    width: isTerminal ? stream.columns || 80 : undefined,
    paint: (style, text) => (hasColours ? styleText(style, text, { validateStream: false }) : text),
  };
}
