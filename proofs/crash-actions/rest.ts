import type { Lane } from './lane.ts';

/** What is not done yet, in words; undefined at rest. */
export async function underWay({ owner, lives }: Lane): Promise<string | undefined> {
  const { rows } = await owner.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM action_agent.open_actions) AS open_actions,
       (SELECT count(*) FROM action_agent.plan_requests WHERE action_id IS NOT NULL) AS plans_wanted,
       (SELECT count(*) FROM action_agent.leases WHERE starts_with(target, 'target ') AND leased_until > clock_timestamp()) AS held_targets,
       (SELECT count(*) FROM action_agent.held_messages) AS held_messages,
       (SELECT count(*) FROM action_agent.outbox WHERE seq IS NULL) AS unnumbered,
       (SELECT count(*) FROM action_agent.outbox_streams WHERE confirmed < head) AS unconfirmed`,
  );
  const left = Object.entries(rows[0] ?? {}).filter(([, count]) => Number(count) > 0);
  // A message that was handled and not answered comes again, also after everything else is done.
  if (!lives.effects().includes('ack analysis.decisions')) left.push(['unanswered decisions', '1']);
  return left.length === 0 ? undefined : left.map(([what, count]) => `${what} ${count}`).join(', ');
}
