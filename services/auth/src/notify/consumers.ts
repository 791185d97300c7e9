import type { ConsumerSpec, ModuleContext } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { writeMails } from './write.ts';

/** What people can be mailed of, and who tells of it. */
const sources = {
  incidents: ['incident.created', 'incident.resolved'],
  'action-agent': ['action.pending'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** In installations that have them. Without a mail server it is heard all the same, and nothing is written. */
export function mailConsumers(context: ModuleContext<AuthSettings>): readonly ConsumerSpec[] {
  const { peers, settings } = context;
  return Object.entries(sources)
    .filter(([source]) => peers.includes(source))
    .map(([source, types]) => ({
      name: `mail-${source}`,
      source,
      types,
      handle: async (db, event) => {
        if (settings.SMTP_URL !== undefined) await writeMails(db, context, event);
      },
    }));
}
