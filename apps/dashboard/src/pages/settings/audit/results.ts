import { errorCatalogue } from '@wheelhouse/contracts';

/** The API's result is `done` or the code of the refusal; `refused` stands for all of those. */
export function resultCodes(result: string | undefined): string | undefined {
  return result === 'refused' ? Object.keys(errorCatalogue).join(',') : result;
}
