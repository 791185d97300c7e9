import { useLacks } from '../../scopes/scope-button.tsx';

/** Seen also where nothing hovers. */
export function LacksDeploy() {
  if (!useLacks('deploy')) return null;
  return (
    <p className="quiet">
      You can see apps and CloudSpaces. To create, change or deploy them, your role needs the scope <code>deploy</code>:
      ask an administrator.
    </p>
  );
}
