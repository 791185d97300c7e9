import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type App, appPath, appPaths, cloudspacePaths } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Command } from '../../design/copy.tsx';
import { Section } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import { AppOfDialog } from './app-of-dialog.tsx';

export function DeleteApp({ app }: { readonly app: App }) {
  const { id, name, state } = app;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useChange(() => client.delete(appPath, { params: { id } }), {
    outdates: [...appPaths, ...cloudspacePaths],
    done: () => {
      say(`Deleting ${name}`);
      void navigate({ to: '/apps' });
    },
  });
  return (
    <Section
      title="Delete"
      about="The app, its history, and everything of it in the cluster."
      actions={
        <ScopeButton scope="deploy" look="danger" disabled={state !== 'active'} onClick={() => setAsking(true)}>
          Delete app
        </ScopeButton>
      }
    >
      <Confirm
        verb={`Delete app ${name}`}
        failed="The app was not deleted"
        typed={name}
        open={asking}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          remove.reset();
          setAsking(false);
        }}
      >
        <AppOfDialog app={app} />
        <p>
          Its pods end, and its Deployment, Service and PodDisruptionBudget are removed. It stops answering at once.
          This cannot be undone.
        </p>
        <Command>{`wheelhouse apps delete ${name}`}</Command>
      </Confirm>
    </Section>
  );
}
