import { k8sMonitorModule } from '@wheelhouse/k8s-monitor';
import type { Database } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import { someAddress, startGatewayHouse } from '../../services/gateway/test/house.ts';
import type { TestTenant } from '../../services/auth/test/start.ts';
import { type Ask, asker } from '../bola/ask.ts';

/** Auth, platform and monitor behind the gateway, and the door. */
export interface House {
  readonly db: Database;
  readonly ask: Ask;
  /** Where the gateway serves a module. */
  readonly baseOf: (module: string) => string;
  readonly tenant: () => Promise<TestTenant>;
  /** A personal token of a new administrator. */
  readonly token: (tenant: TestTenant) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export const modules = [platformModule, k8sMonitorModule];
const origin = 'http://127.0.0.1:8080';

export async function openHouse(): Promise<House> {
  const house = await startGatewayHouse(
    {
      CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
      BUDGET_PERSONAL: '1000000',
      BUDGET_SESSION: '1000000',
    },
    modules,
  );
  const prefixes = new Map([['auth', '/auth'], ...modules.map(({ name, prefix }) => [name, prefix] as const)]);
  const door = house.addresses['gateway'] ?? '';
  return {
    db: house.db,
    ask: asker({ door, origin, address: someAddress(), prefixes }),
    baseOf: (module) => `${door}/api${prefixes.get(module) ?? ''}`,
    tenant: house.tenant,
    token: (tenant) => house.token(tenant),
    stop: house.stop,
  };
}
