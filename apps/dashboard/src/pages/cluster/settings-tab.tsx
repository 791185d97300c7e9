import { Copyable } from '../../design/copy.tsx';
import { Facts, Section } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import { ChangeAccess } from './change-access.tsx';
import { ChangeWords } from './change-words.tsx';
import { useCluster } from './cluster-context.ts';
import { CredentialWords } from './credential-words.tsx';
import { Deploying } from './deploying.tsx';
import { RemoveCluster } from './remove-cluster.tsx';
import { RightsTable } from './rights-table.tsx';
import css from './settings-tab.module.css';

export function ClusterSettingsTab() {
  const cluster = useCluster();
  const { credential } = cluster;
  return (
    <div className={css['settings']}>
      <Section title="Facts">
        <Facts
          facts={[
            ['Id', <Copyable key="id" text={cluster.id} what="the cluster's id" />],
            ['Server', <code key="server">{cluster.server}</code>],
            [
              'Kubernetes',
              <span key="version" className="name">
                {cluster.version ?? 'not known yet'}
              </span>,
            ],
            ['Credentials', <CredentialWords key="credentials" credential={credential} />],
            ['Registered', <Time key="created" at={cluster.created_at} />],
            ['Last seen', cluster.last_seen_at === null ? 'never' : <Time key="seen" at={cluster.last_seen_at} />],
          ]}
        />
      </Section>
      <Section
        title="Permissions"
        about="What the credentials may do in the cluster, as reported by its API server. Without an essential permission the cluster is Degraded."
      >
        <RightsTable rights={cluster.rights} />
      </Section>
      <Deploying cluster={cluster} />
      <ChangeWords key={`${cluster.name} ${cluster.description}`} cluster={cluster} />
      <ChangeAccess cluster={cluster} />
      <RemoveCluster cluster={cluster} />
    </div>
  );
}
