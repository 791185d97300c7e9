import { authModule } from '@wheelhouse/auth';
import { gateway } from '@wheelhouse/gateway';
import type { Part } from '@wheelhouse/kit';

/** What an installation runs, in the order it starts: the door opens last. The only place that knows all of it. */
export const modules: readonly Part[] = [authModule, gateway];
