import { analysesPath } from '../api/agents.ts';
import { useChange } from '../api/change.ts';
import { client } from '../api/client.ts';
import { ErrorNotice } from '../design/notice.tsx';
import { say } from '../design/said.tsx';
import { ScopeButton, useLacks } from '../scopes/scope-button.tsx';
import { usePageKeys } from '../shell/use-page-keys.ts';

interface AnalyzeButtonProps {
  readonly incidentId: string;
  readonly again: boolean;
}

/** Asks for one more look at it. */
export function AnalyzeButton({ incidentId, again }: AnalyzeButtonProps) {
  const lacks = useLacks('agents');
  const change = useChange(() => client.post(analysesPath, { body: { incident_id: incidentId } }), {
    outdates: [analysesPath],
    done: () => say('It is being analyzed'),
  });
  usePageKeys({ l: lacks || change.isPending ? undefined : () => change.mutate() });
  return (
    <>
      <ScopeButton
        scope="agents"
        title="Look at what it is about once more (key l)"
        aria-keyshortcuts="l"
        busy={change.isPending}
        onClick={() => change.mutate()}
      >
        {again ? 'Analyze again' : 'Analyze'}
      </ScopeButton>
      {change.error !== null && <ErrorNotice what="It was not analyzed" error={change.error} />}
    </>
  );
}
