import { type ReactNode, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { ClusterName } from '../../design/cluster-mark.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Command, Copyable } from '../../design/copy.tsx';
import { Empty } from '../../design/empty.tsx';
import { CheckField, FieldGroup, SelectField, TextField } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { ErrorNotice, Notice } from '../../design/notice.tsx';
import { Facts, Page, Section } from '../../design/page.tsx';
import { say, Said } from '../../design/said.tsx';
import { Status, type Tone } from '../../design/status.tsx';
import { Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { Timeline } from '../../design/timeline.tsx';
import css from './design-page.module.css';

const tones: readonly (readonly [Tone, string])[] = [
  ['ok', 'what is as it should be'],
  ['attention', 'what somebody should look at'],
  ['failing', 'what is broken now'],
  ['running', 'what is under way'],
  ['waiting', 'what waits for you'],
  ['note', 'what is good to know'],
  ['unknown', 'what is not known, or not known any more'],
];

const colours = [
  'back',
  'raised',
  'sunken',
  'hover',
  'line',
  'line-strong',
  'ink',
  'ink-2',
  ...tones.map(([tone]) => tone),
];

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const rows = Array.from({ length: 2_000 }, (_, index) => ({
  id: index,
  name: `node-${String(index).padStart(4, '0')}`,
}));
const columns = [
  { id: 'name', label: 'Name', sort: 'name', cell: ({ name }: { name: string }) => name },
  { id: 'state', label: 'State', cell: () => <Status tone="ok">Ready</Status> },
  { id: 'pods', label: 'Pods', align: 'end' as const, folds: true, cell: ({ id }: { id: number }) => id % 110 },
];

/** Every part of the design in every state, for those who make pages. Only in development. */
export function DesignPage() {
  const [asking, setAsking] = useState(false);
  const [since] = useState(() => Date.now() - 240_000);
  return (
    <main className={css['design']}>
      <Page title="Design" state={<p>Parts as they are used. Colour means status; everything else is neutral.</p>}>
        <Section title="Status">
          <Facts
            facts={tones.map(([tone, means]) => [
              means,
              <Status key={tone} tone={tone}>
                {tone}
              </Status>,
            ])}
          />
        </Section>
        <Section title="Colours">
          <Row>
            {colours.map((name) => (
              <span key={name} className={css['swatch']}>
                <span style={{ background: `var(--${name})` }} />
                <code>{name}</code>
              </span>
            ))}
          </Row>
        </Section>
        <Section title="Buttons">
          <Row>
            <Button look="primary" onClick={() => say('Done')}>
              Uncordon node-7
            </Button>
            <Button>Copy link</Button>
            <Button look="quiet">Cancel</Button>
            <Button look="danger" onClick={() => setAsking(true)}>
              Remove cluster
            </Button>
            <Button busy>Saving</Button>
            <Button disabled>Not now</Button>
          </Row>
        </Section>
        <Section title="Notices">
          {tones.map(([tone, means]) => (
            <Notice key={tone} tone={tone} title={means}>
              <p>With a sentence that says more.</p>
            </Notice>
          ))}
          <ErrorNotice what="Could not load the clusters" error={new Error('What happened, and the next step.')} />
        </Section>
        <Section title="Words">
          <Facts
            facts={[
              ['A moment', <Time key="t" at={since} />],
              ['How long', <Time key="f" at={since} as="for" />],
              ['An id', <Copyable key="i" text="01a1e022-ca33-7607-8584-5637d8ec91ab" what="the id" />],
              ['A cluster', <ClusterName key="c" id="b" name="prod-eu" />],
            ]}
          />
          <Command>wheelhouse health</Command>
          <Empty title="What will be here" command="wheelhouse login">
            <p>And the one step to get it.</p>
          </Empty>
        </Section>
        <Section title="Fields">
          <TextField label="Name" help="What it is for" />
          <TextField label="Name" error="It is taken; choose another" />
          <SelectField label="Expires after" choices={[{ value: '90', label: '90 days' }]} />
          <FieldGroup label="Scopes">
            <CheckField label="read" help="See everything" />
          </FieldGroup>
        </Section>
        <Section title="Table">
          <Table
            label="Nodes"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => String(id)}
            onSort={() => undefined}
            sort="name"
          />
        </Section>
        <Section title="Timeline">
          <Timeline
            happened={[
              { key: 1, at: minutesAgo(9), icon: 'workload', title: 'Image 1.7 → 1.8', about: 'by ci-deploy' },
              { key: 2, at: minutesAgo(4), icon: 'attention', tone: 'attention', title: 'It is in a crash loop' },
              {
                key: 3,
                at: minutesAgo(1),
                icon: 'actions',
                title: 'Rolled back',
                state: <Status tone="ok">done</Status>,
              },
            ]}
          />
        </Section>
        <Section title="Drawings">
          <Row>
            {(
              [
                'ok',
                'attention',
                'failing',
                'running',
                'waiting',
                'unknown',
                'copy',
                'done',
                'search',
                'clusters',
                'settings',
                'person',
              ] as const
            ).map((name) => (
              <Icon key={name} name={name} />
            ))}
          </Row>
        </Section>
      </Page>
      <Confirm
        verb="Remove cluster prod-eu"
        failed="It was not removed"
        typed="prod-eu"
        open={asking}
        busy={false}
        error={null}
        onConfirm={() => setAsking(false)}
        onClose={() => setAsking(false)}
      >
        <p>Wheelhouse forgets the cluster and its credentials. The cluster itself is left alone.</p>
      </Confirm>
      <Said />
    </main>
  );
}

function Row({ children }: { readonly children: ReactNode }) {
  return <div className={css['row']}>{children}</div>;
}
