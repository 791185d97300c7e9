import type { Plan } from '../../api/actions.ts';
import css from './plan-diff.module.css';
import { type ComparedLine, comparePlans, type LineChange } from './plan-words.ts';

const words: Readonly<Record<LineChange, string>> = { same: '', changed: 'changed', new: 'new', gone: 'gone' };

/** The plan that was seen against the one there is now; lines that say the same are quiet. */
export function PlanDiff({ seen, now }: { readonly seen: Plan; readonly now: Plan }) {
  return (
    <dl className={css['diff']} aria-label="Old and new plan">
      {comparePlans(seen, now).map((line) => (
        <div key={line.key} className={css['line']} data-is={line.is}>
          <dt>
            <span className="name">{line.label}</span>
            {line.is !== 'same' && <span className={css['mark']}>{words[line.is]}</span>}
          </dt>
          <dd>
            <Values line={line} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ line: { is, before, after } }: { readonly line: ComparedLine }) {
  if (is === 'same') return <span className="name">{after}</span>;
  return (
    <>
      {before !== undefined && <del className="name">{before}</del>}
      {after !== undefined && <ins className="name">{after}</ins>}
    </>
  );
}
