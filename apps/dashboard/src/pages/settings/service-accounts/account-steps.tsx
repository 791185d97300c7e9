import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useChange } from '../../../api/change.ts';
import { Confirm } from '../../../design/confirm.tsx';
import { say } from '../../../design/said.tsx';
import { ScopeButton } from '../../../scopes/scope-button.tsx';
import { ChangeAccount } from './change-account.tsx';
import { type Account, accounts, oneAccount } from './paths.ts';

type Step = 'change' | 'suspend' | 'activate' | 'delete';

/** What can be done to one account. */
export function AccountSteps({ account }: { readonly account: Account }) {
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const { state } = account;
  return (
    <>
      <ScopeButton scope="admin" onClick={() => setStep('change')}>
        Change
      </ScopeButton>
      {state === 'active' ? (
        <ScopeButton scope="admin" onClick={() => setStep('suspend')}>
          Suspend
        </ScopeButton>
      ) : (
        <ScopeButton scope="admin" onClick={() => setStep('activate')}>
          Activate
        </ScopeButton>
      )}
      <ScopeButton scope="admin" look="danger" onClick={() => setStep('delete')}>
        Delete
      </ScopeButton>
      {step === 'change' && <ChangeAccount account={account} onClose={close} />}
      {(step === 'suspend' || step === 'activate') && <Switch account={account} step={step} onClose={close} />}
      {step === 'delete' && <Delete account={account} onClose={close} />}
    </>
  );
}

interface StepProps {
  readonly account: Account;
  readonly onClose: () => void;
}

function Switch({ account: { id, name }, step, onClose }: StepProps & { readonly step: 'suspend' | 'activate' }) {
  const suspends = step === 'suspend';
  const change = useChange(
    () =>
      suspends
        ? client.post('/auth/api/v1/service-accounts/{id}/suspend', { params: { id } })
        : client.post('/auth/api/v1/service-accounts/{id}/activate', { params: { id } }),
    {
      outdates: [accounts, oneAccount],
      done: () => {
        say(`${suspends ? 'Suspended' : 'Activated'} ${name}`);
        onClose();
      },
    },
  );
  return (
    <Confirm
      verb={`${suspends ? 'Suspend' : 'Activate'} ${name}`}
      failed={`The service account was not ${suspends ? 'suspended' : 'activated'}`}
      open
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>
        {suspends
          ? 'Its calls are refused within a second. Its secrets are kept and work again once it is activated.'
          : 'Its unexpired secrets work again at once.'}
      </p>
    </Confirm>
  );
}

function Delete({ account: { id, name }, onClose }: StepProps) {
  const navigate = useNavigate();
  const remove = useChange(() => client.delete(oneAccount, { params: { id } }), {
    outdates: [accounts],
    done: () => {
      say(`Deleted service account ${name}`);
      void navigate({ to: '/settings/service-accounts' });
    },
  });
  return (
    <Confirm
      verb={`Delete ${name}`}
      failed="The service account was not deleted"
      typed={name}
      open
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        The account and all its secrets are deleted, and whatever uses them is refused within a second. This cannot be
        undone.
      </p>
    </Confirm>
  );
}
