import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { meQuery } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';

export const needsDeploy = 'Needs the scope deploy';

/** Until it is known, nobody is told that they lack it. */
export function useLacksDeploy(): boolean {
  const { data: me } = useQuery(meQuery);
  return me !== undefined && !me.scopes.includes('deploy');
}

/** A button that says why whoever lacks the scope cannot press it. */
export function DeployButton({ disabled = false, title, ...rest }: ComponentProps<typeof Button>) {
  const lacks = useLacksDeploy();
  return <Button {...rest} disabled={disabled || lacks} title={lacks ? needsDeploy : title} />;
}

/** Seen also where nothing hovers. */
export function LacksDeploy() {
  if (!useLacksDeploy()) return null;
  return (
    <p className="quiet">
      You see webhooks and what was delivered. To create, change or test them, your role needs the scope{' '}
      <code>deploy</code>: ask an administrator.
    </p>
  );
}
