import { Command } from '../../design/copy.tsx';
import { Section } from '../../design/page.tsx';
import { manifestPath } from './kubectl-commands.ts';
import css from './register-page.module.css';

/** What rights are needed, and the same step in a terminal. */
export function AccountHelp({ name }: { readonly name: string }) {
  const named = name.trim() === '' ? '' : ` --name ${name.trim()}`;
  return (
    <aside className={css['help']} aria-label="How to">
      <Section title="What Wheelhouse does in the cluster">
        <p>
          It reads nodes, pods, Deployments, StatefulSets, DaemonSets, Jobs, events, disruption budgets, autoscalers and
          usage. It reads no Secrets, runs nothing and changes nothing.
        </p>
        <p>
          The first command applies <a href={manifestPath}>this manifest</a>: a namespace, a service account with its
          token, and a role with these permissions and no others.
        </p>
        <p className="quiet">
          After registration, the next page lists each permission, what it is for and whether the credentials have it.
        </p>
      </Section>
      <Section title="In one command">
        <p>The command line does all of it with your kubectl, and waits for the first score:</p>
        <Command>{`wheelhouse clusters connect${named}`}</Command>
      </Section>
    </aside>
  );
}
