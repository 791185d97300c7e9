import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Right } from '@wheelhouse/kubernetes';
import type { Cluster } from '../engines/clusters/cluster.ts';
import type { Home } from '../engines/runtime/home.ts';
import { kubectl } from './kubectl.ts';

const manifest = join(import.meta.dirname, '../../deploy/rbac/action-agent.yaml');
const clearedWithinMs = 60_000;

interface Applied {
  readonly kind: string;
  readonly rules?: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

export function manifestText(): Promise<string> {
  return readFile(manifest, 'utf8');
}

/** Applied by kubectl as an administrator does it; answers the rights that it grants. */
export async function applyAgentManifest(home: Home, cluster: Cluster): Promise<readonly Right[]> {
  const applied = JSON.parse(await apply(home, cluster)) as { readonly items: readonly Applied[] };
  return applied.items.flatMap(({ rules = [] }) =>
    rules.flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((path) => {
          const [resource = '', subresource] = path.split('/');
          return verbs.map((verb): Right => ({ verb, group, resource, ...(subresource && { subresource }) }));
        }),
      ),
    ),
  );
}

/** Tests of the monitor's manifest delete the namespace that both share: until it is gone, it takes nothing. */
async function apply(home: Home, cluster: Cluster): Promise<string> {
  for (const deadline = performance.now() + clearedWithinMs; ; await wait(500)) {
    try {
      return await kubectl(home, ['apply', '-f', manifest, '-o', 'json'], undefined, cluster);
    } catch (error) {
      if (!String(error).includes('being terminated') || performance.now() > deadline) throw error;
    }
  }
}
