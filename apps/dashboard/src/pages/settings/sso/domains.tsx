import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconButton } from '../../../design/button.tsx';
import { Copyable } from '../../../design/copy.tsx';
import { Empty } from '../../../design/empty.tsx';
import { Menu } from '../../../design/menu.tsx';
import { Section } from '../../../design/page.tsx';
import { Status } from '../../../design/status.tsx';
import type { Column } from '../../../design/table.tsx';
import { Time } from '../../../design/time.tsx';
import { AdminButton, AdminList } from '../admin-only.tsx';
import { AddDomain } from './add-domain.tsx';
import { type Domain, domainsQuery } from './paths.ts';
import { RemoveDomain } from './remove-domain.tsx';
import { VerifyDomain } from './verify-domain.tsx';

type Open = { readonly kind: 'add' } | { readonly kind: 'verify' | 'remove'; readonly domain: Domain };

/** Whose people the provider may speak for. */
export function Domains() {
  const query = useInfiniteQuery(domainsQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const columns: readonly Column<Domain>[] = [
    { id: 'domain', label: 'Domain', cell: ({ domain }) => <span className="name">{domain}</span> },
    { id: 'state', label: 'State', cell: (domain) => <DomainState domain={domain} /> },
    {
      id: 'name',
      label: 'TXT record',
      folds: true,
      cell: ({ name }) => <Copyable text={name} what="the record's name" />,
    },
    {
      id: 'value',
      label: 'Its value',
      folds: true,
      cell: ({ value }) => <Copyable text={value} short={value.slice(-8)} what="the record's value" />,
    },
    {
      id: 'do',
      label: '',
      align: 'end',
      cell: (domain) => (
        <Menu
          trigger={<IconButton icon="more" label={`What to do with ${domain.domain}`} />}
          items={[
            ...(domain.verified_at === null
              ? [{ label: 'Verify', onSelect: () => setOpen({ kind: 'verify', domain }) }]
              : []),
            { label: 'Remove', danger: true, onSelect: () => setOpen({ kind: 'remove', domain }) },
          ]}
        />
      ),
    },
  ];
  return (
    <Section
      title="Mail domains"
      about="Who signs in at the provider comes in only with an address at a domain that you have shown to be yours."
      actions={<AdminButton onClick={() => setOpen({ kind: 'add' })}>Add domain</AdminButton>}
    >
      <AdminList
        query={query}
        what="the mail domains"
        label="Mail domains"
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty title="Your mail domains will be here">
            <p>Add the one in your people's addresses. You will be told which TXT record to publish in its DNS.</p>
          </Empty>
        }
      />
      {open?.kind === 'add' && <AddDomain onClose={close} onAdded={(domain) => setOpen({ kind: 'verify', domain })} />}
      {open?.kind === 'verify' && <VerifyDomain domain={open.domain} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDomain domain={open.domain} onClose={close} />}
    </Section>
  );
}

function DomainState({ domain: { verified_at } }: { readonly domain: Domain }) {
  if (verified_at === null) return <Status tone="waiting">not verified</Status>;
  return (
    <>
      <Status tone="ok">verified</Status> <Time at={verified_at} />
    </>
  );
}
