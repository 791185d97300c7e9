import { Type } from 'typebox';
import { exampleIds, exampleUrl } from '../examples.ts';
import { uuidSchema } from '../ids.ts';
import { namespaceSchema } from '../kubernetes-names.ts';
import { nullable, oneOf, text } from '../shapes.ts';
import { defineEvent, snapshot } from './definition.ts';

const clusterPhases = [
  'Pending',
  'Provisioning',
  'Installing',
  'Ready',
  'Degraded',
  'Unreachable',
  'Deleting',
  'Failed',
] as const;

export const clusterPhaseChanged = defineEvent({
  type: 'cluster.phase_changed',
  sentWhen: 'A cluster moves to another setup phase, becomes Ready, or fails',
  data: snapshot({
    cluster_id: uuidSchema,
    name: text(),
    from: Type.With(nullable(oneOf(clusterPhases)), { description: 'Null for a new cluster' }),
    to: oneOf(clusterPhases),
    reason: text('Machine-readable'),
    message: text('Human-readable'),
  }),
  example: {
    cluster_id: exampleIds.cluster,
    name: 'prod-eu',
    from: 'Installing',
    to: 'Ready',
    reason: 'nodes_ready',
    message: 'All 12 nodes are ready and the agent has all the permissions it needs.',
    url: exampleUrl(`clusters/${exampleIds.cluster}`),
  },
});

export const cloudspaceReady = defineEvent({
  type: 'cloudspace.ready',
  sentWhen: 'A CloudSpace has been provisioned and is ready to use',
  data: snapshot({ cloudspace_id: uuidSchema, name: text(), cluster_id: uuidSchema, namespace: namespaceSchema }),
  example: {
    cloudspace_id: exampleIds.cloudspace,
    name: 'shop',
    cluster_id: exampleIds.cluster,
    namespace: 'shop',
    url: exampleUrl(`cloudspaces/${exampleIds.cloudspace}`),
  },
});
