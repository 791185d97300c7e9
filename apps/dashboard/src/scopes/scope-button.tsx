import { useQuery } from '@tanstack/react-query';
import type { Scope } from '@wheelhouse/sdk';
import type { ComponentProps } from 'react';
import { meQuery } from '../api/session.ts';
import { Button } from '../design/button.tsx';

export const needsScope = (scope: Scope) => `Requires the scope ${scope}`;

/** Until it is known, nobody is told that they lack it. */
export function useLacks(scope: Scope): boolean {
  const { data: me } = useQuery(meQuery);
  return me !== undefined && !me.scopes.includes(scope);
}

type ScopeButtonProps = ComponentProps<typeof Button> & { readonly scope: Scope };

/** A button that says why whoever lacks the scope cannot press it. */
export function ScopeButton({ scope, disabled = false, title, ...rest }: ScopeButtonProps) {
  const lacks = useLacks(scope);
  return <Button {...rest} disabled={disabled || lacks} title={lacks ? needsScope(scope) : title} />;
}
