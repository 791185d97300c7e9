import { randomUUID } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import { AuditLog } from './agent/audit-log.ts';
import { decisionIn, openHouse, type ProofHouse } from './agent/house.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';
import { type WrongCase, wrongCases } from './wrong-door/cases.ts';

const filedWithinMs = 20_000;

/** The audit log is written a moment after the answer. */
async function callsOf({ account }: ProofHouse, log: AuditLog, least: number): Promise<number> {
  let calls = 0;
  await eventually(async () => {
    calls += (await log.next(account.username)).length;
    if (calls < least) throw new Error(`${calls} calls`);
  }, 10_000);
  return calls;
}

/** Why a case was not filed as it must be; undefined when it was. */
async function faultOf(house: ProofHouse, { name, reason, of }: WrongCase, id: string): Promise<string | undefined> {
  const reader = { tenant: house.who, stranger: house.stranger, operator: house.operator }[of];
  try {
    await eventually(async () => {
      const { body } = await house.process.call(reader, 'GET', '/api/v1/dead-letters?limit=200');
      const letter = body.data.find((one: { message_id: string | null }) => one.message_id === id);
      if (letter === undefined) throw new Error(`no dead letter of ${of}`);
      if (!reason.test(letter.reason)) throw new Error(`its reason is "${letter.reason}"`);
    }, filedWithinMs);
    return undefined;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function countActions({ process, who, stranger }: ProofHouse): Promise<number> {
  const lists = await Promise.all([who, stranger].map((reader) => process.call(reader, 'GET', '/api/v1/actions')));
  return lists.reduce((sum, { body }) => sum + Number(body.total), 0);
}

async function run({ say }: ProofContext): Promise<Verdict> {
  const house = await openHouse();
  try {
    say('the agent acts on its cluster');
    const log = await AuditLog.open();
    const cases = wrongCases(house).map((one) => ({ one, id: randomUUID() }));
    for (const { one, id } of cases) await house.publish(one.body, id);
    const faults = (await Promise.all(cases.map(({ one, id }) => faultOf(house, one, id)))).filter(
      (fault) => fault !== undefined,
    );
    for (const fault of faults) say(fault);
    const calls = (await log.next(house.account.username)).length;
    const actions = await countActions(house);
    say(`${cases.length - faults.length} of ${cases.length} dead-lettered with their reason; ${calls} cluster calls`);

    // A guard that refuses everything, or a log that shows nothing, must not pass for a good one.
    const decision = decisionIn(house);
    await house.publish(JSON.stringify(decision), decision.decision_id);
    await eventually(async () => {
      if ((await countActions(house)) !== actions + 1) throw new Error('a good decision made no action');
    });
    const seen = await callsOf(house, log, 1);
    say(`a good decision: one action, ${seen} calls seen in the audit log`);
    const figure = `${cases.length} wrong decisions, ${faults.length} not dead-lettered with their reason, ${actions} actions, ${calls} cluster calls; control: a good one made ${seen}`;
    return verdictOf(
      {
        'every wrong decision is dead-lettered with its reason': faults.length === 0,
        'no wrong decision became an action': actions === 0,
        'no wrong decision led to a call of the cluster': calls === 0,
      },
      figure,
    );
  } finally {
    await house.close();
  }
}

export const proof: Proof = {
  promise:
    'A decision that is not whole, not understood, or not for a cluster of the tenant it names is kept with the reason, and never touches a cluster.',
  method:
    'decisions of another tenant, for an unregistered cluster, of unknown kind, without target field, with replicas null, -1 and "3", of 1 MB, malformed, of an unknown schema_version and more are published to the real broker; dead letters are read over REST as the tenant, a stranger and the operator; calls are counted in the audit log of the API server, under an account that only this agent has',
  bar: 'dead-lettered with the reason: all; actions 0; cluster calls 0; a good decision is seen',
  run,
};
