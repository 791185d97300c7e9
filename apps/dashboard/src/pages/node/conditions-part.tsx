import type { NodeCondition, NodePage } from '../../api/objects.ts';
import { Section } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';

const keyOf = ({ type }: NodeCondition) => type;

const columns: readonly Column<NodeCondition>[] = [
  {
    id: 'type',
    label: 'Condition',
    width: '220px',
    cell: ({ type, is_fault }) => (
      <Status tone={is_fault ? (type === 'Ready' ? 'failing' : 'attention') : 'ok'}>
        <span className="name">{type}</span>
      </Status>
    ),
  },
  {
    id: 'text',
    label: 'What it means',
    folds: true,
    cell: ({ text, message }) => (
      <>
        <span className="name">{text}</span> {message !== null && <span className="name quiet">{message}</span>}
      </>
    ),
  },
  {
    id: 'since',
    label: 'Since',
    align: 'end',
    folds: true,
    width: '120px',
    cell: ({ since }) => since !== null && <Time at={since} />,
  },
];

/** What its kubelet says of it, in words; those that say that something is wrong come first. */
export function ConditionsPart({ node: { conditions } }: { readonly node: NodePage }) {
  return (
    <Section title="Conditions">
      {conditions.length === 0 ? (
        <p className="quiet">Its kubelet has not told any yet.</p>
      ) : (
        <Table label="Conditions" columns={columns} rows={conditions} keyOf={keyOf} />
      )}
    </Section>
  );
}
