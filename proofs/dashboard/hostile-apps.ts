import { type AppsPlace, writeApp, writeCloudspace } from './paper-apps.ts';
import type { Stored } from './stored.ts';

export interface HostileApps {
  readonly stored: readonly Stored[];
  /** Failed, and is pinned. */
  readonly appId: string;
  readonly cloudspaceId: string;
}

const longName = 'w'.repeat(40);
/** An image has no spaces, and is no longer than that. */
const longImage = `registry.example.com/<script>window.hacked=1</script>/${'i'.repeat(400)}:1`;

/** What people, images, registries and clusters may write into apps. */
export async function hostileApps(
  place: AppsPlace,
  names: readonly string[],
  longOf: (name: string) => string,
): Promise<HostileApps> {
  const [first = '', second = '', third = '', fourth = ''] = names.map(longOf);
  const by = { type: 'user', id: '019a0000-0000-7000-8000-000000000002' } as const;
  const cloudspaceId = await writeCloudspace(place, longName, {
    namespace: 'n'.repeat(63),
    phase: 'Failed',
    reason: 'admission_denied',
    message: first,
    registries: [{ host: `${'r'.repeat(60)}.example.com`, username: names[1] ?? '', set_at: new Date().toISOString() }],
  });
  const lines = names.map(longOf);
  const appId = await writeApp(place, cloudspaceId, longName, 'Failed', {
    content: {
      source: { type: 'image', image: longImage },
      env: Object.fromEntries(names.map((name, at) => [`NAME_${at}`, name])),
    },
    app: { pinned: { revision: 1, by, reason: second, at: new Date().toISOString() } },
    newest: {
      note: third,
      reason: 'admission_denied',
      message: fourth,
      pods: [
        {
          name: `p${'w'.repeat(252)}`,
          reason: names[0] ?? '',
          message: first,
          restarts: 3,
          exit_code: 1,
          log_tail: lines,
        },
      ],
    },
  });
  const stuckId = await writeApp(place, cloudspaceId, `s${longName.slice(1)}`, 'Live', {
    app: { state: 'delete_failed', state_message: second },
  });
  const at = (rest = '') => `/apps/${appId}${rest}`;
  const space = `/cloudspaces/${cloudspaceId}`;
  const text = (kind: string, words: string, ...paths: readonly string[]) =>
    paths.map((path) => ({ kind, text: words, path }));
  return {
    appId,
    cloudspaceId,
    stored: [
      ...text('name of an app', longName, '/apps', at(), space),
      ...text('image of an app', longImage, at(), at('/deployments'), at('/deployments/2')),
      ...text('message of a deployment', fourth, '/', '/apps', at(), at('/deployments/2'), space),
      ...text('note of a deployment', third, at(), at('/deployments'), at('/deployments/2')),
      ...text('reason of a pin', second, at()),
      ...lines.flatMap((line) => text('line of a log', line, at(), at('/deployments/2'))),
      ...names.flatMap((name) => text('value of the environment', name, at('/settings'))),
      ...text('message of a CloudSpace', first, '/', '/cloudspaces', space),
      ...text('user name of a registry', names[1] ?? '', space),
      ...text('why an app was not deleted', second, `/apps/${stuckId}`, '/apps'),
    ],
  };
}
