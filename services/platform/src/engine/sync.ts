import type { LiveDeployment } from '@wheelhouse/kubernetes';
import { ensure } from './ensure.ts';
import { paths } from './names.ts';
import { budgetOf, deploymentOf, serviceOf, type Wanted } from './objects.ts';
import type { RunningApp } from './running-app.ts';
import { setCount } from './set-count.ts';

/** Writes the objects of the revision, the Deployment last, and reads them back; answers the generation it then has. */
export async function sync(running: RunningApp): Promise<number> {
  const wanted = wantedBy(running);
  const at = paths(wanted.cloudspace.namespace, wanted.name);
  await ensure(running, { kind: 'Service', collection: at.services, path: at.service, manifest: serviceOf(wanted) });
  await ensure(running, {
    kind: 'PodDisruptionBudget',
    collection: at.budgets,
    path: at.budget,
    manifest: budgetOf(wanted),
  });
  const made = await ensure<LiveDeployment>(running, {
    kind: 'Deployment',
    collection: at.deployments,
    path: at.deployment,
    manifest: deploymentOf(wanted),
  });
  await scale(running);
  return made?.metadata.generation ?? 0;
}

/** The count, where one was asked for and has not been sent; a deployment by itself never changes it. */
export async function scale(running: RunningApp): Promise<void> {
  if (!running.app.scale_pending) return;
  const { app, cloudspace, client, signal } = running;
  const { desired_replicas: replicas } = app;
  const place = { namespace: cloudspace.namespace, name: app.name };
  const found = await setCount(client, place, replicas, () => running.mustHold(), signal);
  if (found !== null) await running.scaled(replicas);
}

function wantedBy({ app, deployment, cloudspace }: RunningApp): Wanted {
  const { revision, content } = deployment;
  return { appId: app.id, name: app.name, revision, content, cloudspace };
}
