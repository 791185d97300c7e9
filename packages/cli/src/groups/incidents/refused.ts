import { isApiError } from '@wheelhouse/sdk';
import { Refusal } from '../../failure.ts';
import type { Incident } from './incident.ts';

/** The API names what is possible now by its own words; here each has a command. */
export async function saidByCommands<Answer>({ number }: Incident, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!isApiError(error, 'invalid_state')) throw error;
    throw new Refusal(error, `wheelhouse incidents show ${number} names the commands that are possible now`);
  }
}
