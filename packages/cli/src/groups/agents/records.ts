import type { Run } from '../../invocation.ts';
import { ruleNameOf } from './rule-names.ts';

const path = '/agents/feedback/api/v1/track-records';

export const run: Run = async (invocation) => {
  const { out } = invocation;
  const client = await invocation.connect();
  const { data: records } = await client.get(path);
  if (out.isJson) return out.json(records);
  if (records.data.length === 0)
    return out.note(
      'nothing that a rule proposed has been judged in the last 90 days; wheelhouse agents rules lists them',
    );
  out.table(
    [
      { title: 'RULE', of: ({ rule_id }) => ruleNameOf(rule_id), style: () => 'bold', whole: true },
      { title: 'ACTION', of: ({ action }) => action, whole: true },
      { title: 'JUDGED', of: ({ judged }) => String(judged), whole: true },
      { title: 'CURED', of: ({ cured }) => String(cured), whole: true },
      { title: 'RELAPSED', of: ({ by_verdict }) => String(by_verdict.relapsed), whole: true },
      { title: 'NOT CURED', of: ({ by_verdict }) => String(by_verdict.not_cured), whole: true },
      { title: 'WORSE', of: ({ by_verdict }) => String(by_verdict.worse), whole: true },
      { title: 'FAILED', of: ({ by_verdict }) => String(by_verdict.failed), whole: true },
      { title: 'LAST', of: ({ last_verdict }) => last_verdict, whole: true },
      { title: 'REACHED', of: ({ last_reached_at }) => out.time(last_reached_at), whole: true },
    ],
    records.data,
  );
};
