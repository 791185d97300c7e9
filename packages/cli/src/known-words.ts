import { Failure } from './failure.ts';
import { type Invocation, textOption } from './invocation.ts';
import { nearest } from './nearest.ts';

/** What an option gives, comma = or. The API takes any word and finds nothing for it. */
export function wordsOf(invocation: Invocation, option: string, known: readonly string[]): string | undefined {
  const given = textOption(invocation, option);
  const wrong = given?.split(',').find((word) => !known.includes(word));
  if (wrong !== undefined) throw unknownWord(`--${option}`, wrong, known);
  return given;
}

/** The one word that an option gives. */
export function wordOf<Word extends string>(
  invocation: Invocation,
  option: string,
  known: readonly Word[],
): Word | undefined {
  const given = textOption(invocation, option);
  const found = known.find((word) => word === given);
  if (given !== undefined && found === undefined) throw unknownWord(`--${option}`, given, known);
  return found;
}

export function unknownWord(what: string, wrong: string, known: readonly string[]): Failure {
  const meant = nearest(wrong, known);
  const hint = meant === undefined ? '' : `. Did you mean ${meant}?`;
  return new Failure('usage', `unknown ${what} ${wrong}; expected one of ${known.join(', ')}${hint}`);
}
