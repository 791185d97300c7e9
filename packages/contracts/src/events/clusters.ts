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
  sentWhen: 'A cluster enters another phase of its setup, becomes Ready, or fails',
  data: snapshot({
    cluster_id: uuidSchema,
    name: text(),
    from: Type.With(nullable(oneOf(clusterPhases)), { description: 'Null for a cluster that is new' }),
    to: oneOf(clusterPhases),
    reason: text('Machine-readable'),
    message: text('For people'),
  }),
  example: {
    cluster_id: exampleIds.cluster,
    name: 'prod-eu',
    from: 'Installing',
    to: 'Ready',
    reason: 'nodes_ready',
    message: 'All 12 nodes are ready and the agent has every right it needs.',
    url: exampleUrl(`clusters/${exampleIds.cluster}`),
  },
});

export const cloudspaceReady = defineEvent({
  type: 'cloudspace.ready',
  sentWhen: 'A CloudSpace has been set up and can be used',
  data: snapshot({ cloudspace_id: uuidSchema, name: text(), cluster_id: uuidSchema, namespace: namespaceSchema }),
  example: {
    cloudspace_id: exampleIds.cloudspace,
    name: 'shop',
    cluster_id: exampleIds.cluster,
    namespace: 'shop',
    url: exampleUrl(`cloudspaces/${exampleIds.cloudspace}`),
  },
});
