import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FromAgent } from '../../agents/agent-away.tsx';
import { type Rule, rulesQuery } from '../../api/agents.ts';
import { foundAutonomy } from '../../api/autonomy.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { Section } from '../../design/page.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { Table } from '../../design/table.tsx';
import { LoopPicture } from './loop-picture.tsx';
import { loopSteps } from './loop-steps.ts';
import { ResumeRule } from './resume-rule.tsx';
import { ruleColumns, rowKey } from './rule-columns.tsx';
import { useLoop } from './use-loop.ts';

/** The loop from a signal to its outcome, and the rules that it goes by. */
export function RulesTab() {
  const rules = useQuery(rulesQuery);
  const { data: found } = useQuery(foundAutonomy);
  const [resuming, setResuming] = useState<Rule>();
  useHashInView(rules.data !== undefined);
  return (
    <>
      <Loop />
      <Section
        title="Rules"
        about="Each looks for one kind of trouble. Its record decides, with what is set for its kind of action, whether it asks."
        actions={<Refreshed at={rules.dataUpdatedAt} isFailing={rules.error !== null} />}
      >
        <FromAgent of={rules} who="The analysis agent" what="the rules">
          {({ data }) => (
            <Table
              label="Rules"
              whole
              columns={ruleColumns(setResuming)}
              rows={data.map((rule) => ({ rule, autonomy: found?.autonomy }))}
              keyOf={rowKey}
            />
          )}
        </FromAgent>
      </Section>
      {resuming !== undefined && <ResumeRule rule={resuming} onClose={() => setResuming(undefined)} />}
    </>
  );
}

function Loop() {
  const { counts, since, error } = useLoop();
  return (
    <Section title="The last 7 days">
      {error !== null && <ErrorNotice what="Not all of it could be counted" error={error} />}
      <LoopPicture
        steps={loopSteps(counts, since)}
        back={
          counts.bad === undefined || counts.bad === 0
            ? 'What does not help is looked into again'
            : `${counts.bad} did not help, and ${counts.bad === 1 ? 'was' : 'were'} looked into again`
        }
      />
    </Section>
  );
}

/** An analysis names its rule by the address of this page: once it is drawn, it is shown. */
function useHashInView(isDrawn: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (isDrawn && hash !== '') document.getElementById(hash)?.scrollIntoView({ block: 'center' });
  }, [isDrawn, hash]);
}
