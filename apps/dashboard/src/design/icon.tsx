import { drawings, type IconName } from './drawings.ts';

export type { IconName } from './drawings.ts';

/** A drawing beside a word; it says nothing by itself. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {name === 'unknown' && <circle cx="8" cy="8" r="6.25" strokeDasharray="2.4 2.2" />}
      <path d={drawings[name]} />
    </svg>
  );
}
