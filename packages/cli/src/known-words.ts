import { exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';
import { type Invocation, textOption } from './invocation.ts';
import { nearest } from './nearest.ts';

/** What an option gives, comma = or. The API takes any word and finds nothing for it. */
export function wordsOf(invocation: Invocation, option: string, known: readonly string[]): string | undefined {
  const given = textOption(invocation, option);
  const wrong = given?.split(',').find((word) => !known.includes(word));
  if (wrong === undefined) return given;
  const meant = nearest(wrong, known);
  throw new Failure(
    exitCodes.usage,
    `unknown --${option} ${wrong}; expected one of ${known.join(', ')}${meant === undefined ? '' : `. Did you mean ${meant}?`}`,
  );
}
