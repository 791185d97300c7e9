import type { Run } from '../../invocation.ts';
import { followLogs } from '../../logs/follow-logs.ts';
import { appPath, apps, titleOf } from './app.ts';

export const run: Run = (invocation) =>
  followLogs(invocation, async (client) => {
    const app = await apps.find(client, invocation.args);
    return {
      title: titleOf(app),
      open: (query, signal) => client.stream(`${appPath}/logs`, { params: { id: app.id }, query, signal }),
    };
  });
