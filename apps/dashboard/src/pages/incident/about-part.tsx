import { incidentCategories, incidentResolutions } from '@wheelhouse/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { type IncidentInFull, incidentPath, incidentPaths } from '../../api/incidents.ts';
import { meQuery } from '../../api/session.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { Facts, Section } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { Time } from '../../design/time.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import { Who } from '../actions/who.tsx';
import css from './about-part.module.css';
import { AffectedList } from './affected-list.tsx';
import { IncidentLink } from './incident-link.tsx';

interface AboutPartProps {
  readonly incident: IncidentInFull;
  readonly onAnswer: (incident: IncidentInFull) => void;
}

type Fact = readonly [name: string, value: ReactNode];

/** Who looks after it, what else it reaches, what it has to do with, and when what happened. */
export function AboutPart({ incident, onAnswer }: AboutPartProps) {
  const { recurrence, previous_incident_id: previous, category, source, created_by, resolution } = incident;
  const times: readonly (readonly [string, string | null])[] = [
    ['Began', incident.started_at],
    ['Opened', incident.detected_at],
    ['Acknowledged', incident.acknowledged_at],
    ['Mitigated', incident.mitigated_at],
    ['Resolved', incident.resolved_at],
    ['Closed', incident.closed_at],
  ];
  return (
    <>
      <Assignee incident={incident} onAnswer={onAnswer} />
      <AffectedList incident={incident} />
      <Section title="About it">
        <Facts
          facts={[
            ['Category', `${category}: ${incidentCategories[category]}`],
            [
              created_by === null ? 'Opened by signals of' : 'Declared by',
              created_by === null ? source : <Who key="by" who={created_by} whole />,
            ],
            ['Signals', `${incident.signal_count}, ${incident.firing === 0 ? 'none' : incident.firing} firing now`],
            ...(resolution === null ? [] : [['Resolution', incidentResolutions[resolution]] as const]),
            ...(previous === null
              ? []
              : [
                  [
                    recurrence === 1 ? 'It came back after' : `It came back ${recurrence} times, last after`,
                    <IncidentLink key="previous" id={previous} />,
                  ] as const,
                ]),
          ]}
        />
        <Facts
          short
          facts={times.flatMap(([name, at]): readonly Fact[] =>
            at === null ? [] : [[name, <Time key={name} at={at} />]],
          )}
        />
      </Section>
    </>
  );
}

function Assignee({ incident, onAnswer }: AboutPartProps) {
  const { id, assignee_id: assignee } = incident;
  const { data: me } = useQuery(meQuery);
  const change = useChange(
    async (to: string | null) => (await client.patch(incidentPath, { params: { id }, body: { assignee_id: to } })).data,
    {
      outdates: incidentPaths,
      done: (answer) => {
        onAnswer(answer);
        say(answer.assignee_id === null ? 'Assigned to nobody' : 'Assigned to you');
      },
    },
  );
  const isPerson = me?.kind === 'user';
  return (
    <Section title="Who looks after it">
      <div className={css['assignee']}>
        {assignee === null ? (
          <span className="quiet">Nobody yet</span>
        ) : (
          <Who who={{ type: 'user', id: assignee }} whole />
        )}
        {isPerson && assignee !== me.id && (
          <ScopeButton scope="actions" busy={change.isPending} onClick={() => change.mutate(me.id)}>
            Assign to me
          </ScopeButton>
        )}
        {assignee !== null && (
          <ScopeButton scope="actions" look="quiet" busy={change.isPending} onClick={() => change.mutate(null)}>
            Unassign
          </ScopeButton>
        )}
      </div>
      {change.error !== null && <ErrorNotice what="The incident was not assigned" error={change.error} />}
    </Section>
  );
}
