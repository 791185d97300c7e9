import { useState } from 'react';
import { IconButton } from '../../../design/button.tsx';
import { Copyable } from '../../../design/copy.tsx';
import { Empty } from '../../../design/empty.tsx';
import { Menu } from '../../../design/menu.tsx';
import { Section } from '../../../design/page.tsx';
import { Status } from '../../../design/status.tsx';
import type { Column } from '../../../design/table.tsx';
import { Time } from '../../../design/time.tsx';
import { ApiList } from '../../../lists/api-list.tsx';
import { useApiList } from '../../../lists/use-api-list.ts';
import { ScopeButton } from '../../../scopes/scope-button.tsx';
import { AddDomain } from './add-domain.tsx';
import { type Domain, domainsQuery } from './paths.ts';
import { RemoveDomain } from './remove-domain.tsx';
import { VerifyDomain } from './verify-domain.tsx';

type Open = { readonly kind: 'add' } | { readonly kind: 'verify' | 'remove'; readonly domain: Domain };

/** Whose people the provider may speak for. */
export function Domains() {
  const list = useApiList({ ask: () => domainsQuery });
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
      label: 'Value',
      folds: true,
      cell: ({ value }) => <Copyable text={value} short={value.slice(-8)} what="the record's value" />,
    },
    {
      id: 'do',
      label: '',
      align: 'end',
      cell: (domain) => (
        <Menu
          trigger={<IconButton icon="more" label={`Actions for ${domain.domain}`} />}
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
      title="Email domains"
      about="People can sign in through the provider only with an address at a domain that you have verified."
      actions={
        <ScopeButton scope="admin" onClick={() => setOpen({ kind: 'add' })}>
          Add domain
        </ScopeButton>
      }
    >
      <ApiList
        list={list}
        what="email domains"
        label="Email domains"
        columns={columns}
        empty={
          <Empty title="Your email domains will appear here">
            <p>
              Add the domain of your users’ email addresses. You will be shown the TXT record to publish in its DNS.
            </p>
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
