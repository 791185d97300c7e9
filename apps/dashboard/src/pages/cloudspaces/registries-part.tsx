import { useMemo, useState } from 'react';
import { type Cloudspace, cloudspacePath, cloudspacePaths, type Registry } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Section } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { type Column, Table, useRowTabIndex } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { ScopeButton, useLacks } from '../../scopes/scope-button.tsx';
import { RegistryDialog } from './registry-dialog.tsx';

const keyOf = ({ host }: Registry) => host;

type Step = { readonly do: 'set' | 'remove'; readonly host: string | undefined };

/** Passwords are written, never read: only who pulls, and since when. */
export function RegistriesPart({ cloudspace }: { readonly cloudspace: Cloudspace }) {
  const { id, registries, phase } = cloudspace;
  const [step, setStep] = useState<Step>();
  const lacks = useLacks('deploy');
  const columns = useMemo(() => columnsOf(lacks ? undefined : setStep), [lacks]);
  const close = () => setStep(undefined);
  return (
    <Section
      title="Registries"
      about="Where images are pulled from with a password"
      actions={
        <ScopeButton
          scope="deploy"
          disabled={phase === 'Deleting'}
          onClick={() => setStep({ do: 'set', host: undefined })}
        >
          Add registry
        </ScopeButton>
      }
    >
      {registries.length === 0 ? (
        <p className="quiet">None: only public images can be pulled.</p>
      ) : (
        <Table label="Registries" columns={columns} rows={registries} keyOf={keyOf} />
      )}
      {step?.do === 'set' && (
        <RegistryDialog cloudspaceId={id} before={registries.find(({ host }) => host === step.host)} onClose={close} />
      )}
      {step?.do === 'remove' && step.host !== undefined && <Remove id={id} host={step.host} onClose={close} />}
    </Section>
  );
}

function columnsOf(onStep: ((step: Step) => void) | undefined): readonly Column<Registry>[] {
  const columns: readonly Column<Registry>[] = [
    { id: 'host', label: 'Host', cell: ({ host }) => <span className="name mono">{host}</span> },
    {
      id: 'username',
      label: 'User name',
      folds: true,
      foldedLabel: 'as',
      cell: ({ username }) => <span className="name">{username}</span>,
    },
    {
      id: 'set',
      label: 'Password set',
      folds: true,
      foldedLabel: 'password set',
      cell: ({ set_at }) => <Time at={set_at} />,
    },
  ];
  if (onStep === undefined) return columns;
  return [...columns, { id: 'do', label: '', align: 'end', cell: ({ host }) => <Steps host={host} onStep={onStep} /> }];
}

function Steps({ host, onStep }: { readonly host: string; readonly onStep: (step: Step) => void }) {
  const tabIndex = useRowTabIndex();
  return (
    <>
      <Button look="quiet" tabIndex={tabIndex} onClick={() => onStep({ do: 'set', host })}>
        Set password…<span className="unseen"> of {host}</span>
      </Button>
      <Button look="danger" tabIndex={tabIndex} onClick={() => onStep({ do: 'remove', host })}>
        Remove…<span className="unseen"> {host}</span>
      </Button>
    </>
  );
}

interface RemoveProps {
  readonly id: string;
  readonly host: string;
  readonly onClose: () => void;
}

function Remove({ id, host, onClose }: RemoveProps) {
  const remove = useChange(() => client.delete(`${cloudspacePath}/registries/{host}`, { params: { id, host } }), {
    outdates: cloudspacePaths,
    done: () => {
      say(`Removed registry ${host}`);
      onClose();
    },
  });
  return (
    <Confirm
      verb={`Remove registry ${host}`}
      failed="The registry was not removed"
      open
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        Its password is forgotten. Pods that run keep running; a new pod on a node that does not have the image yet
        cannot pull it any more.
      </p>
    </Confirm>
  );
}
