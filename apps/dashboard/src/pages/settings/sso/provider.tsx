import { useState } from 'react';
import { Button } from '../../../design/button.tsx';
import { Copyable } from '../../../design/copy.tsx';
import { Empty } from '../../../design/empty.tsx';
import { Facts, Section } from '../../../design/page.tsx';
import { ScopeButton } from '../../../scopes/scope-button.tsx';
import { ConnectionFacts } from './connection-facts.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { type Found, redirectUri } from './paths.ts';
import { RemoveConnection } from './remove-connection.tsx';

/** The identity provider: not there yet, as it is, or being changed. */
export function Provider({ found }: { readonly found: Found | null }) {
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  if (editing)
    return (
      <Section title={found === null ? 'Set up your identity provider' : 'Change your identity provider'}>
        <ConnectionForm found={found} onClose={() => setEditing(false)} />
      </Section>
    );
  if (found === null) return <NotSetUp onSetUp={() => setEditing(true)} />;
  return (
    <Section
      title="Identity provider"
      actions={
        <>
          <ScopeButton scope="admin" onClick={() => setEditing(true)}>
            Change
          </ScopeButton>
          <ScopeButton scope="admin" look="danger" onClick={() => setRemoving(true)}>
            Remove
          </ScopeButton>
        </>
      }
    >
      <ConnectionFacts connection={found.connection} />
      {removing && <RemoveConnection found={found} onClose={() => setRemoving(false)} />}
    </Section>
  );
}

function NotSetUp({ onSetUp }: { readonly onSetUp: () => void }) {
  return (
    <Empty
      title="Single sign-on is not set up"
      action={
        <Button look="primary" onClick={onSetUp}>
          Set up single sign-on
        </Button>
      }
    >
      <p>
        At your identity provider, create a web application client with the redirect URI below. You will need its
        issuer, client id and client secret, and the names of the groups that should have a role here.
      </p>
      <Facts facts={[['Redirect URI', <Copyable key="uri" text={redirectUri} what="the redirect URI" />]]} />
    </Empty>
  );
}
