import { useState } from 'react';
import type { Cluster } from '../../api/clusters.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { Facts, Section } from '../../design/page.tsx';
import { Status, type Tone } from '../../design/status.tsx';
import { CredentialWords } from './credential-words.tsx';
import { DeployAccessForm } from './deploy-access-form.tsx';
import { RemoveDeployAccess } from './remove-deploy-access.tsx';
import { deployRights } from './rights.ts';
import { DeployRightsTable } from './rights-table.tsx';
import css from './settings-tab.module.css';

/** Whether the cluster can be deployed to, what is missing, and what gives it. */
export function Deploying({ cluster }: { readonly cluster: Cluster }) {
  const admin = useMay('admin');
  const [open, setOpen] = useState(false);
  const { deployable, deploy_credential: credential } = cluster;
  const isMissing = !deployable && deployRights(cluster.rights).some(({ allowed }) => allowed === false);
  return (
    <Section
      title="Deploying"
      about="Whether CloudSpaces and apps can be deployed here."
      actions={
        !open && (
          <>
            <Button
              disabled={!admin}
              title={admin ? undefined : 'requires the scope admin'}
              onClick={() => setOpen(true)}
            >
              {credential === null ? 'Let Wheelhouse deploy to it' : 'Replace deploy credentials'}
            </Button>
            {credential !== null && <RemoveDeployAccess cluster={cluster} />}
          </>
        )
      }
    >
      <Facts
        facts={[
          [
            'State',
            <Status key="state" tone={toneOf(cluster)}>
              {stateOf(cluster)}
            </Status>,
          ],
          [
            'Credentials',
            credential === null ? (
              'those it is registered with'
            ) : (
              <CredentialWords key="credentials" credential={credential} />
            ),
          ],
        ]}
      />
      {!deployable && <p className={`name ${css['why']}`}>{cluster.deploy_message}</p>}
      {isMissing && !open && <DeployRightsTable rights={cluster.rights} />}
      {open && <DeployAccessForm cluster={cluster} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function stateOf({ deployable, deploy_reason: reason }: Cluster): string {
  if (deployable) return 'can be deployed to';
  return reason === 'not_checked' ? 'being checked' : 'cannot be deployed to';
}

/** A cluster that is only watched lacks nothing; one that was meant for deploying does. */
function toneOf({ deployable, deploy_reason: reason, deploy_credential: credential }: Cluster): Tone {
  if (deployable) return 'ok';
  if (reason === 'not_checked') return 'running';
  return credential === null ? 'note' : 'attention';
}
