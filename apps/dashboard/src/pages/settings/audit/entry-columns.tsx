import { Fragment } from 'react';
import { IconButton } from '../../../design/button.tsx';
import { Copyable } from '../../../design/copy.tsx';
import { Status } from '../../../design/status.tsx';
import type { Column } from '../../../design/table.tsx';
import { Time } from '../../../design/time.tsx';
import css from './entry-columns.module.css';
import type { Entry } from './paths.ts';
import type { NameOf } from './use-names-known.ts';

export function entryColumns(nameOf: NameOf, onOpen: (entry: Entry) => void): readonly Column<Entry>[] {
  return [
    { id: 'at', label: 'Time', folds: true, cell: ({ at }) => <Time at={at} /> },
    { id: 'action', label: 'Action', cell: ({ action }) => <Action>{action}</Action> },
    { id: 'result', label: 'Result', cell: (entry) => <Result entry={entry} /> },
    { id: 'who', label: 'Who', folds: true, cell: ({ actor }) => <Who actor={actor} name={nameOf(actor)} /> },
    {
      id: 'object',
      label: 'Object',
      folds: true,
      foldedLabel: 'object',
      cell: ({ object_id }) => object_id !== null && <ShortId id={object_id} />,
    },
    {
      id: 'address',
      label: 'From',
      folds: true,
      foldedLabel: 'from',
      cell: ({ address }) => address !== null && <span className="number">{address}</span>,
    },
    {
      id: 'request',
      label: 'Request',
      folds: true,
      foldedLabel: 'request',
      cell: ({ request_id }) =>
        request_id !== null && <Copyable text={request_id} short={endOf(request_id)} what="the request id" />,
    },
    {
      id: 'do',
      label: '',
      align: 'end',
      cell: (entry) => (
        <IconButton
          icon="right"
          label={`Details of ${entry.action}, entry ${entry.seq}`}
          onClick={() => onOpen(entry)}
        />
      ),
    },
  ];
}

/** It may go on in a second line after a dot or an underscore, not within a word. */
function Action({ children }: { readonly children: string }) {
  return (
    <code className={`${css['action']} name`}>
      {children.split(/(?<=[._])/).map((part, index) => (
        // The parts of a name stay where they are.
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}

export function Result({ entry: { result, count } }: { readonly entry: Entry }) {
  return (
    <>
      <Status tone={result === 'done' ? 'ok' : 'attention'}>{result}</Status>
      {count > 1 && <span className="quiet"> {count} times</span>}
    </>
  );
}

interface WhoProps {
  readonly actor: Entry['actor'];
  readonly name: string | undefined;
}

/** A session is a person in the dashboard; a user is one with a token. */
function Who({ actor: { kind, id }, name }: WhoProps) {
  return (
    <>
      <span className="quiet">{kind}</span>{' '}
      {name === undefined ? id !== null && <ShortId id={id} /> : <span className="name">{name}</span>}
    </>
  );
}

/** The details have it whole. */
function ShortId({ id }: { readonly id: string }) {
  return (
    <code className={`${css['short']} name`} title={id}>
      {endOf(id)}
    </code>
  );
}

const longest = 20;

/** Ids that were made at the same time differ at their end; what is not an id is told whole. */
function endOf(id: string): string {
  return id.length > longest ? id.slice(-8) : id;
}
