import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../../api/reading.ts';
import { Command } from '../../design/copy.tsx';
import { ErrorNotice } from '../../design/notice.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { BadLink } from '../sign-in/bad-link.tsx';
import { Entrance, EntranceAside } from '../sign-in/entrance.tsx';
import { isLinkSecret } from '../sign-in/link-secret.ts';
import { useFragment } from '../sign-in/use-fragment.ts';
import { newSetupLink } from '../sign-in/waits-for-owner.tsx';
import { ClaimSetup } from './claim-setup.tsx';
import { WhatComesNext } from './what-comes-next.tsx';

const title = 'Set up Wheelhouse';

/** The first start: whoever holds the printed link becomes the owner. */
export function SetupPage() {
  const token = useFragment();
  const [isGone, setIsGone] = useState(false);
  const state = useQuery(reading('/auth/api/v1/setup'));
  if (state.isPending)
    return (
      <Entrance title={title}>
        <Waiting what="the setup state of this installation" />
      </Entrance>
    );
  if (state.data === undefined)
    return (
      <Entrance title={title}>
        <ErrorNotice
          what="Could not load the setup state of this installation"
          error={state.error}
          retry={() => void state.refetch()}
        />
      </Entrance>
    );
  const { needed, link_expires_at } = state.data;
  if (!needed && link_expires_at === null && token === '')
    return (
      <BadLink title={title} wrong="This installation is already set up." tone="ok">
        <p>Sign in, or ask one of its administrators for an invitation.</p>
      </BadLink>
    );
  if (isGone || link_expires_at === null)
    return (
      <BadLink title={title} wrong="This setup link was already used, was replaced or has expired.">
        <Renew>If you used it yourself, sign in.</Renew>
      </BadLink>
    );
  if (!isLinkSecret(token))
    return (
      <BadLink
        title={title}
        wrong={token === '' ? 'This page needs the full setup link.' : 'This setup link is incomplete.'}
      >
        <p>
          Wheelhouse printed the link when it first started: an address ending in <code>/setup#whl_…</code> and 36 more
          characters. Look in the terminal or in the server log. Reloading this page requires the link again.
        </p>
        <Renew />
      </BadLink>
    );
  return (
    <Entrance title={title} about="You become the owner, who can do everything and invite others.">
      <ClaimSetup token={token} namesTenant={needed} onGone={() => setIsGone(true)} />
      <EntranceAside>
        <WhatComesNext />
      </EntranceAside>
    </Entrance>
  );
}

function Renew({ children }: { readonly children?: string }) {
  return (
    <>
      <p>To print a new link, run this on the server. {children}</p>
      <Command>{newSetupLink}</Command>
    </>
  );
}
