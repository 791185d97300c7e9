import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../design/icon.tsx';
import { useNarrow } from '../../design/use-narrow.ts';
import type { LoopStep, LoopStepName } from './loop-steps.ts';
import css from './loop-picture.module.css';

interface LoopPictureProps {
  readonly steps: Readonly<Record<LoopStepName, LoopStep>>;
  /** What did not help, and is looked into once more. */
  readonly back: ReactNode;
}

/** From a signal to its outcome and back: each step with how often it was taken, leading to the list of it. */
export function LoopPicture({ steps, back }: LoopPictureProps) {
  return (
    <figure className={css['loop']} aria-label="From signals to outcomes, last 7 days">
      <Step place="signals" step={steps.signals} />
      <Way place="first" />
      <Step place="incidents" step={steps.incidents} />
      <Way place="second" />
      <Step place="analyzed" step={steps.analyzed} />
      <Way place="third" />
      <Step place="proposed" step={steps.proposed} />
      <Way place="fork" draw="fork" />
      <Step place="approved" step={steps.approved} />
      <Step place="alone" step={steps.alone} />
      <Way place="join" draw="join" />
      <Step place="cured" step={steps.cured} />
      <div className={css['back']}>
        <span className={css['up']}>
          <Icon name="rising" />
        </span>
        <span className={css['backWords']}>{back}</span>
      </div>
    </figure>
  );
}

function Step({ place, step: { name, count, about, link } }: { readonly place: string; readonly step: LoopStep }) {
  return (
    <StepLink link={link} place={place}>
      <span className={css['name']}>{name}</span>
      {count !== undefined && <span className={css['count']}>{count}</span>}
      <span className={css['about']}>{about}</span>
    </StepLink>
  );
}

interface StepLinkProps {
  readonly link: LinkProps;
  readonly place: string;
  readonly children: ReactNode;
}

function StepLink({ link, place, children }: StepLinkProps) {
  return (
    <Link {...link} className={css['step']} data-place={place}>
      {children}
    </Link>
  );
}

type Drawn = 'straight' | 'fork' | 'join';

/** From left to right, in a square of 100 that is stretched to the room there is. */
const wide: Readonly<Record<Drawn, string>> = {
  straight: 'M0 50H100',
  fork: 'M0 50H40M40 50V24H100M40 50V76H100',
  join: 'M0 24H60V50H100M0 76H60V50',
};
/** From top to bottom: there the two ways stand side by side. */
const tall: Readonly<Record<Drawn, string>> = {
  straight: 'M50 0V100',
  fork: 'M50 0V40M50 40H24V100M50 40H76V100',
  join: 'M24 0V60H50V100M76 0V60H50',
};
/** Where the ways end, along the side at which they arrive. */
const heads: Readonly<Record<Drawn, readonly number[]>> = { straight: [50], fork: [24, 76], join: [50] };

function Way({ place, draw = 'straight' }: { readonly place: string; readonly draw?: Drawn }) {
  const isTall = useNarrow();
  return (
    <span className={css['way']} data-place={place} aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={css['line']} focusable="false">
        <path d={(isTall ? tall : wide)[draw]} vectorEffect="non-scaling-stroke" />
      </svg>
      {heads[draw].map((at) => (
        <svg
          key={at}
          width="10"
          height="10"
          viewBox="0 0 10 10"
          className={css['head']}
          style={isTall ? { left: `${at}%` } : { top: `${at}%` }}
          focusable="false"
        >
          <path d={isTall ? 'M1.5 4l3.5 4l3.5-4' : 'M4 1.5l4 3.5l-4 3.5'} />
        </svg>
      ))}
    </span>
  );
}
