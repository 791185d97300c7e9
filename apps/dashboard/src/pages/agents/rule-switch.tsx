import { type Rule, rulePath, rulesPath } from '../../api/agents.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { useMayEverywhere } from '../../api/session.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { say } from '../../design/said.tsx';
import { Segments } from '../../design/segments.tsx';
import { Status } from '../../design/status.tsx';
import { useRowTabIndex } from '../../design/table.tsx';

const choices = [
  { value: 'on', words: 'on' },
  { value: 'off', words: 'off' },
] as const;

/** On or off for the whole tenant; who may not change it sees which. */
export function RuleSwitch({ rule: { name, title, enabled } }: { readonly rule: Rule }) {
  const tabIndex = useRowTabIndex();
  const mayChange = useMayEverywhere('admin');
  const change = useChange((on: boolean) => client.patch(rulePath, { params: { name }, body: { enabled: on } }), {
    outdates: [rulesPath],
    done: () => say(`Saved: ${title}`),
  });
  if (!mayChange) return enabled ? <Status tone="ok">on</Status> : <Status tone="note">off</Status>;
  return (
    <>
      <Segments
        label={`Rule: ${title}`}
        value={enabled ? 'on' : 'off'}
        choices={choices}
        busy={change.isPending}
        tabIndex={tabIndex}
        onChange={(value) => change.mutate(value === 'on')}
      />
      {change.error !== null && <ErrorNotice what="The rule was not changed" error={change.error} />}
    </>
  );
}
