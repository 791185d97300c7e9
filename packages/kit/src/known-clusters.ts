import { uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { CallModule } from './http/module-call.ts';

const owned = Type.Array(Type.Object({ cluster_id: uuidSchema, tenant_id: uuidSchema }));

export type OwnedCluster = Static<typeof owned>[number];

const freshForMs = 5_000;
const waitMs = 5_000;

/** Which clusters are registered, and whose, as platform has it a few seconds ago. */
export class KnownClusters {
  readonly #call: CallModule;
  #clusters: readonly OwnedCluster[] = [];
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(call: CallModule) {
    this.#call = call;
  }

  /** All of them; throws while platform does not answer. */
  async all(): Promise<readonly OwnedCluster[]> {
    if (performance.now() - this.#readAt > freshForMs) await this.#read();
    return this.#clusters;
  }

  async ofTenant(tenantId: string): Promise<readonly string[]> {
    return (await this.all()).filter(({ tenant_id }) => tenant_id === tenantId).map(({ cluster_id }) => cluster_id);
  }

  /** Asked anew, for whoever must not miss one that was registered a moment ago. */
  async ofTenantNow(tenantId: string): Promise<readonly string[]> {
    // What is being read may have been asked before.
    await this.#reading;
    await this.#read();
    return this.ofTenant(tenantId);
  }

  /** Asked anew before the answer is no. */
  async isOf(tenantId: string, clusterId: string): Promise<boolean> {
    if ((await this.ofTenant(tenantId)).includes(clusterId)) return true;
    return (await this.ofTenantNow(tenantId)).includes(clusterId);
  }

  #read(): Promise<void> {
    this.#reading ??= this.#ask().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #ask(): Promise<void> {
    const { status, body } = await this.#call('platform', { path: '/internal/v1/clusters', timeoutMs: waitMs });
    if (status !== 200 || !Value.Check(owned, body))
      throw new Error(`platform returned ${status} when asked for the registered clusters`);
    this.#clusters = body;
    this.#readAt = performance.now();
  }
}
