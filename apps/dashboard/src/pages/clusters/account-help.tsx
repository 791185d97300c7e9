import { Command } from '../../design/copy.tsx';
import { Section } from '../../design/page.tsx';
import css from './register-page.module.css';

const secret = 'kubectl -n wheelhouse get secret wheelhouse-monitor-token';

/** What rights are needed, how to make an account that has no others, and the same step in a terminal. */
export function AccountHelp({ name }: { readonly name: string }) {
  return (
    <aside className={css['help']} aria-label="How to">
      <Section title="What Wheelhouse does in the cluster">
        <p>
          It reads nodes, pods, Deployments, StatefulSets, DaemonSets, Jobs, events, disruption budgets, autoscalers and
          usage. It reads no Secrets, runs nothing and changes nothing.
        </p>
        <p className="quiet">
          After registration, the next page lists each permission, what it is for and whether the credentials have it.
        </p>
      </Section>
      <Section title="A service account with only these permissions">
        <p>
          A cluster administrator creates it with the manifest <code>deploy/rbac/k8s-monitor.yaml</code> of Wheelhouse:
        </p>
        <ol className={css['steps']}>
          <li>
            Create the account
            <Command>kubectl apply -f deploy/rbac/k8s-monitor.yaml</Command>
          </li>
          <li>
            Its token
            <Command>{`${secret} -o jsonpath='{.data.token}' | base64 -d`}</Command>
          </li>
          <li>
            The certificate authority
            <Command>{`${secret} -o jsonpath='{.data.ca\\.crt}' | base64 -d`}</Command>
          </li>
          <li>
            The server
            <Command>{"kubectl config view --minify -o jsonpath='{.clusters[0].cluster.server}'"}</Command>
          </li>
        </ol>
      </Section>
      <Section title="In a terminal">
        <Command>{`npx wheelhouse clusters register ${name.trim() === '' ? 'NAME' : name.trim()} --kubeconfig FILE`}</Command>
      </Section>
    </aside>
  );
}
