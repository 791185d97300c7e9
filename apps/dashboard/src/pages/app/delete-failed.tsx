import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type App, appPath, appPaths, cloudspacePaths } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ErrorNotice, Notice } from '../../design/notice.tsx';
import { say } from '../../design/said.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';

/** What stays in the cluster is named; it is tried again, or left there and forgotten. */
export function DeleteFailed({ app: { id, name, state_message } }: { readonly app: App }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const again = useChange(() => client.delete(appPath, { params: { id } }), { outdates: appPaths });
  const forget = useChange(() => client.delete(appPath, { params: { id }, query: { force: true } }), {
    outdates: [...appPaths, ...cloudspacePaths],
    done: () => {
      say(`Forgot ${name}`);
      void navigate({ to: '/apps' });
    },
  });
  return (
    <>
      <Notice
        tone="failing"
        role="status"
        title={`${name} could not be deleted completely.`}
        actions={
          <>
            <ScopeButton scope="deploy" busy={again.isPending} onClick={() => again.mutate()}>
              Delete again
            </ScopeButton>
            <ScopeButton scope="deploy" look="danger" onClick={() => setAsking(true)}>
              Forget…
            </ScopeButton>
          </>
        }
      >
        <p className="name">{state_message ?? 'Something of it is still in the cluster.'}</p>
      </Notice>
      {again.error !== null && <ErrorNotice what={`${name} is not being deleted`} error={again.error} />}
      <Confirm
        verb={`Forget ${name}`}
        failed={`${name} was not forgotten`}
        typed={name}
        open={asking}
        busy={forget.isPending}
        error={forget.error}
        onConfirm={() => forget.mutate()}
        onClose={() => {
          forget.reset();
          setAsking(false);
        }}
      >
        <p className="name">{state_message}</p>
        <p>
          Wheelhouse forgets the app and its history. What is still in the cluster stays there, and nobody looks after
          it from then on.
        </p>
      </Confirm>
    </>
  );
}
