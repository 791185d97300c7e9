import { expect } from 'vitest';

/** One example of a guide, with what the guide shows of its output right below it. */
export interface Example {
  readonly name: string;
  readonly language: 'sh' | 'ts';
  readonly text: string;
  readonly shown: Shown | undefined;
}

export interface Shown {
  readonly form: string;
  readonly text: string;
}

interface Fence {
  readonly heading: string;
  readonly language: string;
  readonly text: string;
  readonly end: number;
  readonly begin: number;
}

const anything = '…';

export function examplesOf(guide: string): readonly Example[] {
  const fences = fencesOf(guide);
  return fences.flatMap(({ heading, language, text, end }, index) => {
    if (language !== 'sh' && language !== 'ts') return [];
    const next = fences[index + 1];
    const below = next !== undefined && guide.slice(end, next.begin).trim() === '' && isOutput(next.language);
    const first = text.split('\n').find((line) => !line.startsWith('import')) ?? '';
    return [
      {
        name: `${heading}, ${language}: ${first.slice(0, 60)}`,
        language,
        text,
        shown: below ? { form: next.language, text: next.text } : undefined,
      },
    ];
  });
}

/** What the guide shows that no example of its own brings about. */
export function shownAlone(guide: string): readonly Shown[] {
  const ofExamples = new Set(examplesOf(guide).map(({ shown }) => shown?.text));
  return fencesOf(guide)
    .filter(({ language, text }) => isOutput(language) && !ofExamples.has(text))
    .map(({ language, text }) => ({ form: language, text }));
}

export interface Compared {
  readonly came: unknown;
  readonly expected: unknown;
}

/** What came out, and what it must equal to be as shown; … stands for anything. */
export function compared({ form, text }: Shown, output: string): Compared {
  if (form === 'json') return { came: JSON.parse(output), expected: patternOf(JSON.parse(text)) };
  if (form === 'http') return comparedAnswers(text, output);
  return { came: output.trim(), expected: patternOf(text.trim()) };
}

/** Of the head, the lines shown are there; the body is as a body alone would be. */
function comparedAnswers(text: string, output: string): Compared {
  const [shownHead = '', ...shownBody] = text.split('\n\n');
  const [head = '', ...body] = output.replaceAll('\r\n', '\n').split('\n\n');
  const shown = shownHead.split('\n');
  const inside = compared({ form: 'json', text: shownBody.join('\n\n') }, body.join('\n\n'));
  const found = (line: string) => head.split('\n').find((one) => new RegExp(`^${linesOf(line)}$`).test(one));
  return {
    came: { head: shown.map((line) => found(line) ?? `not there: ${line}`), body: inside.came },
    expected: { head: shown.map(patternOf), body: inside.expected },
  };
}

function linesOf(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === anything ? '[^]*' : line.split(anything).map(literal).join('.+')))
    .join('\n')
    .replaceAll('\n[^]*\n', '\n(?:[^]*\n)?');
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function patternOf(value: unknown): unknown {
  if (value === anything) return expect.anything();
  if (typeof value === 'string' && value.includes(anything)) return expect.stringMatching(`^${linesOf(value)}$`);
  if (Array.isArray(value)) return value.map(patternOf);
  if (typeof value !== 'object' || value === null) return value;
  const { [anything]: others, ...fields } = value as Readonly<Record<string, unknown>>;
  const pattern = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, patternOf(field)]));
  return others === undefined ? pattern : expect.objectContaining(pattern);
}

function isOutput(language: string): boolean {
  return language === 'json' || language === 'http' || language === 'text';
}

function fencesOf(guide: string): readonly Fence[] {
  return [...guide.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
    ({ index, 0: whole, 1: language = '', 2: text = '' }) => ({
      heading:
        guide
          .slice(0, index)
          .match(/^## (.*)$/gm)
          ?.at(-1)
          ?.slice('## '.length) ?? '',
      language,
      text,
      begin: index,
      end: index + whole.length,
    }),
  );
}
