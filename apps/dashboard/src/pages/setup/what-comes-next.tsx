import { installationUrl, installCli } from '../../api/client.ts';

/** A short list, so that nobody wonders what the owner's account is for. */
export function WhatComesNext() {
  return (
    <>
      <h2>What comes next</h2>
      <ol>
        <li>Connect a cluster with your kubectl. Its health score appears within seconds.</li>
        <li>
          Install the command line with <code>{installCli}</code>, and sign in with{' '}
          <code>{`wheelhouse login --url ${installationUrl}`}</code>.
        </li>
        <li>Set up a second factor under Settings, Profile.</li>
        <li>Invite others under Settings, Users.</li>
      </ol>
    </>
  );
}
