import type { ModuleTask } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { sendAll } from './send.ts';

export const notifyTasks: readonly ModuleTask<AuthSettings>[] = [
  {
    name: 'send mail',
    about: 'sends people the mails they asked for, about incidents and approvals',
    everyMs: 1_000,
    run: (context, _lease, signal) => sendAll(context, signal),
  },
];
