import { Link } from '@tanstack/react-router';
import type { Plan } from '../../api/actions.ts';
import { Status, type Tone } from '../../design/status.tsx';
import css from './guards-part.module.css';

type Guard = Plan['guards'][number];

/** Nothing to think about. */
export const isQuiet = ({ passes, effect }: Guard) => passes && effect !== 'changes_nothing';

/** What whoever approves should know; what refuses is told apart. */
export function GuardWarnings({ guards }: { readonly guards: readonly Guard[] }) {
  const told = guards.filter((guard) => guard.effect !== 'refuses' && !isQuiet(guard));
  return told.length === 0 ? null : <GuardList guards={told} />;
}

/** Which guards the action passes; those that it does not pass first, and the rest folded. */
export function GuardsPart({ guards, isPast }: { readonly guards: readonly Guard[]; readonly isPast: boolean }) {
  if (guards.length === 0) return null;
  const [quiet, told] = [guards.filter(isQuiet), guards.filter((guard) => !isQuiet(guard))];
  return (
    <div className={css['guards']}>
      <h3>{isPast ? 'Guards, when it was planned' : 'Guards'}</h3>
      {told.length > 0 && <GuardList guards={told} />}
      {quiet.length > 0 && (
        <details>
          <summary>{quiet.length === 1 ? '1 guard passes' : `${quiet.length} guards pass`}</summary>
          <GuardList guards={quiet} />
        </details>
      )}
    </div>
  );
}

function GuardList({ guards }: { readonly guards: readonly Guard[] }) {
  return (
    <ul className={css['list']}>
      {guards.map((guard) => (
        <li key={guard.guard}>
          <span className={css['head']}>
            <Status tone={toneOf(guard)}>{stateWords(guard)}</Status> <GuardLink name={guard.guard} />
          </span>
          <span className="name">{guard.message}</span>
        </li>
      ))}
    </ul>
  );
}

/** The setting, where it can be looked at and changed. */
function GuardLink({ name }: { readonly name: Guard['guard'] }) {
  const words = <code>{name}</code>;
  if (name === 'kill_switch') return words;
  if (name === 'autonomy') return <Link to="/actions/autonomy">{words}</Link>;
  return (
    <Link to="/settings/guards" hash={name}>
      {words}
    </Link>
  );
}

function toneOf({ passes, effect }: Guard): Tone {
  if (effect === 'changes_nothing') return 'note';
  if (passes) return 'ok';
  return effect === 'refuses' ? 'failing' : 'attention';
}

function stateWords({ passes, effect }: Guard): string {
  if (effect === 'changes_nothing') return 'changes nothing';
  if (passes) return 'passes';
  return effect === 'refuses' ? 'refuses' : 'warns';
}
