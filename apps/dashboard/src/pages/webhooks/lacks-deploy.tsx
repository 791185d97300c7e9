import { useLacks } from '../../scopes/scope-button.tsx';

/** Seen also where nothing hovers. */
export function LacksDeploy() {
  if (!useLacks('deploy')) return null;
  return (
    <p className="quiet">
      You can see webhooks and their deliveries. To create, change or test webhooks, your role needs the scope{' '}
      <code>deploy</code>: ask an administrator.
    </p>
  );
}
