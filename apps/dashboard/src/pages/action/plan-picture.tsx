import type { Plan } from '../../api/actions.ts';
import { Icon } from '../../design/icon.tsx';
import { type Dot, pictureOf, type Side } from './picture.ts';
import css from './plan-picture.module.css';

/** Before → after, as far as it can be drawn. */
export function PlanPicture({ plan, done = false }: { readonly plan: Plan; readonly done?: boolean }) {
  const picture = pictureOf(plan);
  if (picture === undefined) return null;
  const { before, after } = picture;
  return (
    <div className={css['picture']}>
      <Part title="Before" side={before} />
      <span className={css['arrow']}>
        <Icon name="right" size={20} />
        <span className="unseen">becomes</span>
      </span>
      <Part title={done ? 'After, as planned' : 'After'} side={after} />
    </div>
  );
}

function Part({ title, side }: { readonly title: string; readonly side: Side }) {
  return (
    <figure className={css['part']}>
      <div className={css['title']}>{title}</div>
      <div className={css['drawing']} aria-hidden="true">
        {'gate' in side ? <Gate isOpen={side.gate === 'open'} /> : <Dots dots={side.dots} more={side.more} />}
      </div>
      <figcaption>{side.words}</figcaption>
    </figure>
  );
}

function Dots({ dots, more }: { readonly dots: readonly Dot[]; readonly more: number }) {
  return (
    <>
      {dots.map((dot, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pods without a name are told apart by their place only
        <span key={index} className={css['dot']} data-is={dot}>
          {dot === 'new' && <Icon name="plus" size={12} />}
          {dot === 'gone' && <Icon name="close" size={12} />}
        </span>
      ))}
      {dots.length === 0 && <span className="quiet">none</span>}
      {more > 0 && <span className="number quiet">+{more}</span>}
    </>
  );
}

/** New pods come in, or stop before the bar; those inside keep running. */
function Gate({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <svg className={css['gate']} width="148" height="56" viewBox="0 0 148 56" fill="none" aria-hidden="true">
      <rect x="76" y="4" width="68" height="48" rx="6" className={css['node']} />
      {[92, 110, 128].map((x) => (
        <rect key={x} x={x - 6} y="22" width="12" height="12" rx="3" className={css['pod']} />
      ))}
      <rect x="4" y="22" width="12" height="12" rx="3" className={css['newPod']} />
      {isOpen ? (
        <path d="M22 28h46M61 21l7 7l-7 7" className={css['way']} />
      ) : (
        <>
          <path d="M22 28h24M39 21l7 7l-7 7" className={css['way']} />
          <path d="M60 8v40" className={css['bar']} />
        </>
      )}
    </svg>
  );
}
