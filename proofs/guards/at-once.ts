import { randomUUID } from 'node:crypto';
import { countUses, insertUse } from '../../services/action-agent/src/guards/store.ts';
import { openGuards, setGuards } from '../../services/action-agent/test/open-guards.ts';
import type { CanaryHouse } from '../canary/house.ts';
import { usedThisHour } from './cases.ts';
import { decide, endOf, type Wanted, wordsOf } from './decide.ts';

/** How many of those that came at once were let through, by guard; each must be 1. */
export interface AtOnce {
  readonly came: number;
  readonly ran: Readonly<Record<string, number>>;
  /** Otherwise than refused by that guard. */
  readonly odd: readonly string[];
}

export async function atOnce(house: CanaryHouse, came: number, nodeCount: number): Promise<AtOnce> {
  const { kube, db, tenantId } = house;
  const { namespace } = await kube.deployment(0);
  const targets = await Promise.all(Array.from({ length: 5 }, () => kube.deployment(0, { namespace })));
  const restart = (index: number): Wanted => ({
    action: 'rollback_deployment',
    target: { namespace, deployment_name: targets[index % targets.length]?.name ?? '' },
  });
  const odd: string[] = [];
  const ranOf = async (guard: string, count: number, wanted: (index: number) => Wanted): Promise<number> => {
    const ids = await Promise.all(Array.from({ length: count }, (_, index) => decide(house, wanted(index))));
    const endings = await Promise.all(ids.map(async (id) => wordsOf(await endOf(house, id))));
    odd.push(...endings.filter((ending) => ending !== 'success' && ending !== `refused ${guard}`));
    return endings.filter((ending) => ending === 'success').length;
  };

  const used = await usedThisHour(house, 'rollback_deployment');
  await setGuards(db, tenantId, { ...openGuards, max_automated_per_hour: used + 1 });
  const hourly = await ranOf('max_automated_per_hour', came, restart);
  await setGuards(db, tenantId, { ...openGuards, cooldown_seconds: 3_600 });
  const one = await kube.deployment(0, { namespace });
  const target = { namespace, deployment_name: one.name };
  const cooling = await ranOf('cooldown_seconds', came, () => ({ action: 'rollback_deployment', target }));
  await setGuards(db, tenantId, { ...openGuards, max_cordoned_percent: 0 });
  await db.tenant(tenantId, (tenant) => tenant.query('DELETE FROM action_agent.automated_cordons'));
  const nodes = await Promise.all(Array.from({ length: nodeCount }, () => kube.node()));
  const cordoned = await ranOf('max_cordoned_percent', nodes.length, (index) => ({
    action: 'cordon_node',
    target: { node_name: nodes[index] ?? '' },
  }));
  await setGuards(db, tenantId, { ...openGuards, max_drains_per_cluster: 1 });
  const full = await Promise.all(Array.from({ length: 5 }, () => slowNode(house)));
  const drains = await ranOf('max_drains_per_cluster', came, (index) => ({
    action: 'drain_node',
    target: { node_name: full[index % full.length] ?? '' },
  }));
  await setGuards(db, tenantId);
  const ran = {
    max_automated_per_hour: hourly,
    cooldown_seconds: cooling,
    max_cordoned_percent: cordoned,
    max_drains_per_cluster: drains,
  };
  return { came, ran, odd };
}

/** Its drain takes longer than it takes to decide about all that come at once. */
async function slowNode({ kube }: CanaryHouse): Promise<string> {
  const node = await kube.reservedNode();
  await kube.deployment(1, { node, annotations: { 'wheelhouse.dev/end-after': '20s' } });
  return node;
}

/** Control: two drains counted as the guard counts them, but without the lock: each counts before the other is written. */
export async function drainsUnlocked({ db, tenantId, clusterId }: CanaryHouse): Promise<number> {
  const now = new Date();
  let counted = 0;
  const both = Promise.withResolvers<void>();
  const letThrough = await Promise.all(
    Array.from({ length: 2 }, () =>
      db.tenant(tenantId, async (tenant) => {
        const use = { cluster_id: clusterId, action: 'drain_node', target: randomUUID() };
        const { drains } = await countUses(tenant, use, now);
        counted += 1;
        if (counted === 2) both.resolve();
        await both.promise;
        if (drains >= 1) return false;
        await insertUse(tenant, randomUUID(), use, true, now);
        return true;
      }),
    ),
  );
  await db.tenant(tenantId, (tenant) =>
    tenant.query(`DELETE FROM action_agent.guard_uses WHERE action = 'drain_node' AND cluster_id = $1`, [clusterId]),
  );
  return letThrough.filter(Boolean).length;
}
