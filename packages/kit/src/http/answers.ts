/** What was answered, by the declared path: for the proof that what is described is what happens. */
export type AnswerObserver = (module: string, method: string, url: string, status: number) => void;

let observer: AnswerObserver | undefined;

/** For tests, before the process is started. */
export function watchAnswers(given: AnswerObserver): void {
  observer = given;
}

/** Costs one comparison while nobody watches. */
export function tellAnswer(...answer: Parameters<AnswerObserver>): void {
  observer?.(...answer);
}
