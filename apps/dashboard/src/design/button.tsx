import { Link, type LinkProps } from '@tanstack/react-router';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import css from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

type Look = 'usual' | 'primary' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly look?: Look;
  readonly icon?: IconName;
  /** The verb is being done: the button says so and takes no second press. */
  readonly busy?: boolean;
}

/** Says a verb. `danger` is red only when it is about to be used. */
export function Button({ look = 'usual', icon, busy = false, type = 'button', children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={css['button']}
      data-look={look}
      aria-busy={busy}
      disabled={busy || rest.disabled}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** The same look for what leads elsewhere. */
export function ButtonLink({
  look = 'usual',
  children,
  ...link
}: LinkProps & { readonly look?: Look; readonly children: ReactNode }) {
  return (
    <Link {...link} className={css['button']} data-look={look}>
      {children}
    </Link>
  );
}

/** And for what the browser fetches by itself: a file of the API. */
export function DownloadLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} download className={css['button']}>
      {children}
    </a>
  );
}

export function IconButton({
  icon,
  label,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
  readonly icon: IconName;
  readonly label: string;
}) {
  return (
    <button type="button" {...rest} className={css['icon']} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}
