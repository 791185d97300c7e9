import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reading } from '../../api/reading.ts';
import { sessionQuery } from '../../api/session.ts';
import { ErrorNotice, Notice } from '../../design/notice.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { AskTenant } from './ask-tenant.tsx';
import { Entrance } from './entrance.tsx';
import { rememberedTenant } from './remembered-tenant.ts';
import { SignIn } from './sign-in.tsx';
import { ssoErrorWords } from './sso-errors.ts';
import { useGoOn } from './use-go-on.ts';
import { WaitsForOwner } from './waits-for-owner.tsx';

/** The door: whose people, then who. */
export function LoginPage() {
  const { slug } = useParams({ strict: false });
  const { return_to, error, email } = useSearch({ strict: false });
  const navigate = useNavigate();
  const goOn = useGoOn(return_to);
  // Who was just sent here because nobody is signed in is not asked about again.
  const session = useQuery({ ...sessionQuery, retryOnMount: false });
  const options = useQuery(
    reading('/auth/api/v1/sign-in-options', slug === undefined ? {} : { query: { tenant: slug } }),
  );
  const isSignedIn = session.data !== undefined;
  const remembered = slug === undefined && options.data?.needs_tenant === true ? rememberedTenant.get() : undefined;
  useEffect(() => {
    if (isSignedIn) goOn();
    else if (remembered !== undefined)
      void navigate({ to: '/login/$slug', params: { slug: remembered }, search: (search) => search, replace: true });
  }, [isSignedIn, goOn, remembered, navigate]);

  if (options.isPending || session.isPending || isSignedIn || remembered !== undefined)
    return (
      <Entrance title="Sign in">
        <Waiting what="the sign-in options" />
      </Entrance>
    );
  if (options.data === undefined)
    return (
      <Entrance title="Sign in">
        <ErrorNotice
          what="Could not load the sign-in options"
          error={options.error}
          retry={() => void options.refetch()}
        />
      </Entrance>
    );
  const { needs_tenant, tenant_name } = options.data;
  if (!needs_tenant && tenant_name === undefined) return <WaitsForOwner />;
  return (
    <Entrance title="Sign in" about={<Whose slug={needs_tenant ? slug : undefined} name={tenant_name} />}>
      {error !== undefined && (
        <Notice tone="failing" role="alert" title="Single sign-on failed.">
          <p>{ssoErrorWords(error)}</p>
        </Notice>
      )}
      {needs_tenant && slug === undefined ? (
        <AskTenant />
      ) : (
        <SignIn
          key={slug}
          tenant={slug}
          isOneOfSeveral={needs_tenant}
          options={options.data}
          email={email}
          returnTo={return_to}
          onSignedIn={goOn}
        />
      )}
    </Entrance>
  );
}

function Whose({ slug, name }: { readonly slug: string | undefined; readonly name: string | undefined }) {
  if (slug !== undefined)
    return (
      <>
        to the tenant <code className="name">{slug}</code>
      </>
    );
  return name === undefined ? null : (
    <>
      to <span className="name">{name}</span>
    </>
  );
}
