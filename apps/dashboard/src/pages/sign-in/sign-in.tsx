import { Link } from '@tanstack/react-router';
import type { Schemas } from '@wheelhouse/sdk';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { EntranceAside } from './entrance.tsx';
import { PasswordSignIn } from './password-sign-in.tsx';
import { rememberedTenant } from './remembered-tenant.ts';
import { SsoSignIn } from './sso-sign-in.tsx';

interface SignInProps {
  readonly tenant: string | undefined;
  readonly isOneOfSeveral: boolean;
  readonly options: Schemas['auth']['SignInOptions'];
  readonly email: string | undefined;
  readonly returnTo: string | undefined;
  readonly onSignedIn: () => void;
}

/** What the tenant's people use comes first. */
export function SignIn({ tenant, isOneOfSeveral, options, email, returnTo, onSignedIn }: SignInProps) {
  const [byPassword, setByPassword] = useState(options.password);
  const other = isOneOfSeveral && (
    <Link
      to="/login"
      search={(search) => search}
      onClick={() => {
        rememberedTenant.forget();
      }}
    >
      Sign in to another tenant
    </Link>
  );
  return (
    <>
      {byPassword && <PasswordSignIn tenant={tenant} email={email} onSignedIn={onSignedIn} />}
      {options.sso &&
        (byPassword ? (
          <EntranceAside>
            <SsoSignIn tenant={tenant} returnTo={returnTo} look="usual" />
          </EntranceAside>
        ) : (
          <SsoSignIn tenant={tenant} returnTo={returnTo} look="primary" />
        ))}
      {!byPassword && (
        <EntranceAside>
          <p className="quiet">
            This tenant allows single sign-on only. If it is broken, an owner with a second factor can still sign in
            with a password.
          </p>
          <div>
            <Button look="quiet" onClick={() => setByPassword(true)}>
              Sign in with a password
            </Button>
          </div>
        </EntranceAside>
      )}
      {other !== false && <p>{other}</p>}
    </>
  );
}
