import { Command } from '../../design/copy.tsx';
import { Section } from '../../design/page.tsx';
import { deployAccount, monitorAccount } from './kubectl-commands.ts';
import css from './register-page.module.css';

/** What rights are needed, and the same step in a terminal. */
export function AccountHelp({ name, deploying }: { readonly name: string; readonly deploying: boolean }) {
  const named = name.trim() === '' ? '' : ` --name ${name.trim()}`;
  return (
    <aside className={css['help']} aria-label="How to">
      <Section title="What Wheelhouse does in the cluster">
        <p>
          It reads nodes, pods, Deployments, StatefulSets, DaemonSets, Jobs, events, disruption budgets, autoscalers and
          usage. It reads no Secrets, runs nothing and changes nothing.
        </p>
        <p>
          The first command applies <a href={monitorAccount.manifestPath}>this manifest</a>: a namespace, a service
          account with its token, and a role with these permissions and no others.
        </p>
        <p className="quiet">
          After registration, the next page lists each permission, what it is for and whether the credentials have it.
        </p>
      </Section>
      {deploying && (
        <Section title="What deploying adds">
          <p>
            A second account, made by <a href={deployAccount.manifestPath}>the deploy manifest</a>. It creates
            namespaces (CloudSpaces), and reads pods, Services and Deployments. Everything else, Secrets too, it may
            only do in the namespaces it has created.
          </p>
          <p>
            Two admission policies in that manifest keep it there, whatever roles it is given. They need Kubernetes 1.30
            or later.
          </p>
        </Section>
      )}
      <Section title="In one command">
        <p>The command line does all of it with your kubectl, and waits for the first score:</p>
        <Command>{`wheelhouse clusters connect${named}${deploying ? ' --deploy' : ''}`}</Command>
      </Section>
    </aside>
  );
}
