import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import css from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Before the title: whose page it is, by its colour. */
  readonly mark?: ReactNode;
  /** Where one is: the places above this one. */
  readonly above?: readonly { readonly label: string; readonly link: LinkProps }[];
  /** One line of state under the title. */
  readonly state?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One title, one line of state, what can be done, and below it the rest. */
export function Page({ title, mark, above = [], state, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Wheelhouse`;
  }, [title]);
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <div className={css['title']}>
          {above.length > 0 && (
            <nav aria-label="Breadcrumb" className={css['above']}>
              {above.map(({ label, link }) => (
                <span key={label}>
                  <Link {...link}>{label}</Link> <span aria-hidden="true">/</span>
                </span>
              ))}
            </nav>
          )}
          <h1 className={css['h1']}>
            {mark}
            <span className="name">{title}</span>
          </h1>
        </div>
        {actions !== undefined && <div className={css['actions']}>{actions}</div>}
        {state !== undefined && <div className={css['state']}>{state}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, about, actions, children }: SectionProps) {
  return (
    <section className={css['section']}>
      <div className={css['sectionHead']}>
        <div>
          <h2>{title}</h2>
          {about !== undefined && <p className="quiet">{about}</p>}
        </div>
        {actions !== undefined && <div className={css['actions']}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Short values, side by side also where there is little room. */
  readonly short?: boolean;
}

/** Names and their values, one under the other. */
export function Facts({ facts, short = false }: FactsProps) {
  return (
    <dl className={css['facts']} data-short={short}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
