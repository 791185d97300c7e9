import { claim } from '../audit/run-calls.ts';
import type { ProofContext } from '../runner/proof.ts';
import { type Installation, startInstallation } from './start.ts';

/** The one installation of all family proofs of a run, in whatever order they come. */
export async function sharedInstallation({ shared }: ProofContext): Promise<Installation> {
  const installation = await shared(openInstallation);
  // Who looked at its last words had to halt it.
  await installation.start();
  return installation;
}

/** Claimed before anything else: whatever comes first makes a tenant. */
async function openInstallation(): Promise<Installation> {
  const installation = await startInstallation();
  await claim(installation);
  return installation;
}
