import type { Action } from '../../api/actions.ts';
import { ruleNameOf } from '../../agents/rule-words.ts';
import { plainWords } from '../../design/agent-words.ts';
import { Copyable } from '../../design/copy.tsx';
import css from './who.module.css';
import { useNamesKnown } from '../settings/audit/use-names-known.ts';

type Person = NonNullable<Action['proposed_by'] | Action['requested_by'] | Action['approved_by']>;

interface WhoProps {
  readonly who: Person;
  /** In a list the id is no more than a hint. */
  readonly whole?: boolean;
}

const kinds: Readonly<Record<Person['type'], string>> = {
  user: 'user',
  agent_run: 'agent run',
  service_account: 'service account',
  rule: 'rule',
};

/** By name as far as the page knows it; otherwise what kind of somebody it is, and the id. */
export function Who({ who: { type, id }, whole = false }: WhoProps) {
  const nameOf = useNamesKnown();
  const rule = type === 'rule' ? ruleNameOf(id) : undefined;
  const name = rule === undefined ? nameOf({ id }) : `rule ${plainWords(rule)}`;
  if (name !== undefined) return <span className="name">{name}</span>;
  return (
    <span>
      {kinds[type]}{' '}
      {whole ? (
        <Copyable text={id} what={`the id of the ${kinds[type]}`} short={`…${id.slice(-8)}`} />
      ) : (
        <span className={`${css['id']} quiet mono`} title={id}>
          …{id.slice(-8)}
        </span>
      )}
    </span>
  );
}
