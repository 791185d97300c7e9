/** A short list, so that nobody wonders what the owner's account is for. */
export function WhatComesNext() {
  return (
    <>
      <h2>What comes next</h2>
      <ol>
        <li>Register a cluster with a kubeconfig. Its health score appears within seconds.</li>
        <li>
          Sign in from a terminal with <code>npx wheelhouse login</code>.
        </li>
        <li>Set up a second factor under Settings, Profile.</li>
        <li>Invite others under Settings, Users.</li>
      </ol>
    </>
  );
}
