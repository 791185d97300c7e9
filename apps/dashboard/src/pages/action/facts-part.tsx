import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Action } from '../../api/actions.ts';
import { Copyable } from '../../design/copy.tsx';
import { Facts, Section } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import { Who } from '../actions/who.tsx';

type Fact = readonly [name: string, value: ReactNode];

/** When what happened, who said yes, and the ids to look for elsewhere. */
export function FactsPart({ action }: { readonly action: Action }) {
  const { approved_by, note } = action;
  const times: readonly (readonly [string, string | null])[] = [
    ['Proposed', action.created_at],
    ['Planned', action.planned_at],
    ['Expires', action.status === 'pending_approval' ? action.expires_at : null],
    ['Started', action.started_at],
    ['Ended', action.finished_at],
  ];
  const ids: readonly (readonly [string, string | null])[] = [
    ['Action id', action.id],
    ['Decision id', action.decision_id],
    ['Incident id', action.incident_id],
  ];
  return (
    <Section title="Times and ids">
      <Facts
        short
        facts={times.flatMap(([name, at]): readonly Fact[] =>
          at === null ? [] : [[name, <Time key={name} at={at} />]],
        )}
      />
      <Facts
        facts={[
          ...(approved_by === null ? [] : [['Approved by', <Who key="approved" who={approved_by} whole />] as const]),
          ...(approved_by?.override_reason === undefined
            ? []
            : [
                [
                  'Approved by its proposer (break-glass)',
                  <span key="override" className="name">
                    “{approved_by.override_reason}”
                  </span>,
                ] as const,
              ]),
          ...(approved_by === null || note === null
            ? []
            : [
                [
                  'Note',
                  <span key="note" className="name">
                    “{note}”
                  </span>,
                ] as const,
              ]),
          ...(action.undoes === null
            ? []
            : [
                [
                  'Undoes',
                  <Link key="undoes" to="/actions/$actionId" params={{ actionId: action.undoes }}>
                    the action that it takes back
                  </Link>,
                ] as const,
              ]),
          ...(action.incident_id === null
            ? []
            : [
                [
                  'Proposed for',
                  <Link key="incident" to="/incidents/$incidentId" params={{ incidentId: action.incident_id }}>
                    an incident
                  </Link>,
                ] as const,
              ]),
          ...ids.flatMap(([name, id]): readonly Fact[] =>
            id === null ? [] : [[name, <Copyable key={name} text={id} what={`the ${name.toLowerCase()}`} />]],
          ),
        ]}
      />
    </Section>
  );
}
