import { isApiError } from '@wheelhouse/sdk';
import { Refusal } from '../../failure.ts';
import type { App } from './app.ts';
import { unpinStep } from './tell-app.ts';

const refusals: ReadonlySet<number> = new Set([409, 422]);

/** What is not even begun ends alike, whether it does not fit the app or is no app at all. */
export async function orRefused<Answer>(
  call: Promise<Answer>,
  app?: Pick<App, 'pinned' | 'cloudspace_name' | 'name'>,
): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!isApiError(error) || !refusals.has(error.status)) throw error;
    const isPinned = error.code === 'conflict' && app !== undefined && app.pinned !== null;
    throw new Refusal(error, isPinned ? unpinStep(app) : undefined);
  }
}
