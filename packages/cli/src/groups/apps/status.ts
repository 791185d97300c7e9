import type { Run } from '../../invocation.ts';
import { plain } from '../../output/plain.ts';
import { factLines } from '../../output/facts.ts';
import { appPath, apps, titleOf } from './app.ts';
import { statusFacts } from './tell-status.ts';

export const run: Run = async ({ args, out, connect }) => {
  const client = await connect();
  const app = await apps.find(client, args);
  const { data: status } = await client.get(`${appPath}/deploy-status`, { params: { id: app.id } });
  if (out.isJson) return out.json(status);
  out.line(out.paint('bold', plain(titleOf(app))));
  for (const line of factLines(out, statusFacts(out, app, status))) out.line(line);
};
