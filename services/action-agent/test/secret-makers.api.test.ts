import { randomUUID } from 'node:crypto';
import type { Proposer } from '@wheelhouse/contracts';
import type { Caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authModule } from '../../auth/src/module.ts';
import { type AuthProcess, tenantsIn } from '../../auth/test/start.ts';
import { systemClock } from '@wheelhouse/kit';
import { actions, colleague, type Desk, proposedBy, startDesk } from './desk.ts';
import { cordonPlan, type StandIn, standIn } from './stand-in.ts';

/** The agent's desk with auth beside it, which knows who made the secrets of service accounts. */
let desk: Desk;
let tenant: AuthProcess['tenant'];
const workers: StandIn[] = [];

beforeAll(async () => {
  desk = await startDesk({ beside: [authModule] });
  tenant = tenantsIn(desk.db, systemClock);
});
afterAll(async () => {
  for (const one of workers) await one.stop();
  await desk.stop();
});

/** A tenant with two admins, and a service account of which the first has made a secret. */
async function people() {
  const { id: tenantId, user } = await tenant();
  const [maker, other] = [await user('admin'), await user('admin')];
  const asMaker = await colleague({ tenantId, token: '' }, { sub: maker.id });
  const made = async (path: string, body: object) => {
    const answer = await desk.call(asMaker, 'POST', `/api/v1/service-accounts${path}`, { module: 'auth', body });
    expect(answer).toMatchObject({ status: 201 });
    return String(answer.body.id);
  };
  const account = await made('', { name: 'pager', scopes: ['read', 'actions'] });
  await made(`/${account}/secrets`, { name: 'first' });
  const asAccount = await colleague(asMaker, { sub: account, kind: 'service', scopes: ['read', 'actions'] });
  return { asMaker, maker: maker.id, other: other.id, account, asAccount };
}

async function proposed(who: Caller, proposed_by: Proposer): Promise<string> {
  const clusterId = await desk.cluster(who);
  await desk.sign(who, clusterId);
  workers.push(standIn(desk.db, who, clusterId));
  return desk.pending(who, clusterId, { plan: cordonPlan(clusterId), planned_at: new Date(), proposed_by });
}

const approve = (who: Caller, id: string) => desk.post(who, `${actions}/${id}/approve`);
const selfApproval = { status: 403, body: { error: { code: 'self_approval_forbidden' } } };

test('an account does not approve what the maker of its secret proposed, and does what others did', async () => {
  const { asMaker, maker, other, asAccount } = await people();
  expect(await approve(asAccount, await proposed(asMaker, proposedBy(maker)))).toMatchObject(selfApproval);
  const forMaker: Proposer = { type: 'agent_run', id: randomUUID(), on_behalf_of: maker };
  expect(await approve(asAccount, await proposed(asMaker, forMaker))).toMatchObject(selfApproval);
  expect(await approve(asAccount, await proposed(asMaker, proposedBy(other)))).toMatchObject({ status: 202 });
});

test('the maker of its secret does not approve what an account proposed, and others do', async () => {
  const { asMaker, other, account } = await people();
  const id = await proposed(asMaker, { type: 'service_account', id: account });
  expect(await approve(asMaker, id)).toMatchObject(selfApproval);
  expect(await approve(await colleague(asMaker, { sub: other }), id)).toMatchObject({ status: 202 });
});
