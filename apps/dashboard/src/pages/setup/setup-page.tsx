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
        <Waiting what="whether this installation has an owner" />
      </Entrance>
    );
  if (state.data === undefined)
    return (
      <Entrance title={title}>
        <ErrorNotice
          what="Whether this installation has an owner could not be read"
          error={state.error}
          retry={() => void state.refetch()}
        />
      </Entrance>
    );
  const { needed, link_expires_at } = state.data;
  if (!needed && link_expires_at === null && token === '')
    return (
      <BadLink title={title} wrong="This installation is set up already." tone="ok">
        <p>Sign in, or ask one of its people for an invitation.</p>
      </BadLink>
    );
  if (isGone || link_expires_at === null)
    return (
      <BadLink title={title} wrong="This setup link was used, was replaced, or has run out.">
        <Renew>If you have used it yourself, sign in.</Renew>
      </BadLink>
    );
  if (!isLinkSecret(token))
    return (
      <BadLink
        title={title}
        wrong={token === '' ? 'This page needs the whole setup link.' : 'This setup link was not copied whole.'}
      >
        <p>
          Wheelhouse printed it when it first started: an address that ends in <code>/setup#whl_…</code> and 36 more
          characters. Look in the terminal, or in the log of the server. A reload of this page needs the link again.
        </p>
        <Renew />
      </BadLink>
    );
  return (
    <Entrance title={title} about="You become the owner: the one who may do everything, and who invites others.">
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
      <p>This prints a new link, where the server runs. {children}</p>
      <Command>{newSetupLink}</Command>
    </>
  );
}
