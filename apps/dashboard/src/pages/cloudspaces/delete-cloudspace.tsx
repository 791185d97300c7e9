import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { appPaths, appsPath, type Cloudspace, cloudspacePath, cloudspacePaths } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Command } from '../../design/copy.tsx';
import { CheckField } from '../../design/field.tsx';
import { Section } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';

/** As many as are named; the others are counted. */
const named = 10;

export function DeleteCloudspace({ cloudspace }: { readonly cloudspace: Cloudspace }) {
  const { phase } = cloudspace;
  const [asking, setAsking] = useState(false);
  return (
    <Section
      title="Delete"
      about="The CloudSpace, and its namespace with everything in it."
      actions={
        <ScopeButton scope="deploy" look="danger" disabled={phase === 'Deleting'} onClick={() => setAsking(true)}>
          Delete CloudSpace
        </ScopeButton>
      }
    >
      {asking && <Asking cloudspace={cloudspace} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function Asking({ cloudspace, onClose }: { readonly cloudspace: Cloudspace; readonly onClose: () => void }) {
  const { id, name, namespace } = cloudspace;
  const navigate = useNavigate();
  const [cascade, setCascade] = useState(false);
  const { data: apps } = useQuery(reading(appsPath, { query: { cloudspace_id: id, limit: named, sort: 'name' } }));
  const remove = useChange(
    () => client.delete(cloudspacePath, { params: { id }, query: cascade ? { cascade: true } : {} }),
    {
      outdates: [...cloudspacePaths, ...appPaths],
      done: () => {
        say(`Deleting CloudSpace ${name}`);
        void navigate({ to: '/cloudspaces' });
      },
    },
  );
  const total = apps?.total ?? cloudspace.apps_total;
  const names = (apps?.data ?? []).map((app) => app.name);
  const more = total - names.length;
  return (
    <Confirm
      verb={`Delete CloudSpace ${name}`}
      failed="The CloudSpace was not deleted"
      typed={name}
      open
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        Namespace <code className="name">{namespace}</code> is deleted with everything in it, whoever put it there. This
        cannot be undone.
      </p>
      {total > 0 && (
        <CheckField
          label={`Delete its ${total === 1 ? 'app' : `${total} apps`} too`}
          help={
            <span className="name">
              {names.join(', ')}
              {more > 0 && ` and ${more} more`}. Without this, a CloudSpace that has apps is not deleted.
            </span>
          }
          checked={cascade}
          onChange={(event) => setCascade(event.target.checked)}
        />
      )}
      <Command>{`wheelhouse cloudspaces delete ${name}${cascade ? ' --cascade' : ''}`}</Command>
    </Confirm>
  );
}
