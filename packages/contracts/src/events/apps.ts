import { Type } from 'typebox';
import { exampleIds, exampleUrl } from '../examples.ts';
import { timestampSchema, urlSchema, uuidSchema } from '../ids.ts';
import { namespaceSchema } from '../kubernetes-names.ts';
import { actorSchema } from '../messages/people.ts';
import { nullable, oneOf, text } from '../shapes.ts';
import { defineEvent, snapshot } from './definition.ts';

const app = {
  app_id: uuidSchema,
  app_name: text(),
  cloudspace_id: uuidSchema,
  cluster_id: uuidSchema,
  namespace: namespaceSchema,
};

const appExample = {
  app_id: exampleIds.app,
  app_name: 'checkout',
  cloudspace_id: exampleIds.cloudspace,
  cluster_id: exampleIds.cluster,
  namespace: 'shop',
} as const;

const revision = Type.Integer({ minimum: 1 });

const deployment = {
  ...app,
  deployment_id: uuidSchema,
  revision,
  previous_revision: Type.With(nullable(revision), { description: 'Null on the first deployment' }),
  image: text('The image it runs, or was supposed to run'),
  trigger: oneOf(['api', 'push', 'rollback', 'self_heal']),
  actor: Type.With(nullable(actorSchema), { description: 'Null if no one requested it: a push, a self-heal' }),
};

const times = { started_at: timestampSchema, finished_at: timestampSchema };

const deploymentExample = {
  ...appExample,
  deployment_id: exampleIds.deployment,
  revision: 42,
  previous_revision: 41,
  image: 'registry.example.com/shop/checkout:9f2c1ab',
  trigger: 'push',
  actor: null,
  started_at: '2026-11-12T08:57:12.340Z',
} as const;

export const appDeployed = defineEvent({
  type: 'app.deployed',
  sentWhen: 'A deployment of an app becomes reachable',
  data: snapshot({
    ...deployment,
    reachable_url: Type.With(nullable(urlSchema), {
      description: 'Where the app is found, inside its cluster; null for a worker, which takes no requests',
    }),
    ...times,
  }),
  example: {
    ...deploymentExample,
    reachable_url: 'http://checkout.shop.svc.cluster.local:8080',
    finished_at: '2026-11-12T08:59:40.021Z',
    url: exampleUrl(`apps/${exampleIds.app}/deployments/42`),
  },
});

export const appDeployFailed = defineEvent({
  type: 'app.deploy_failed',
  sentWhen: 'A deployment of an app fails',
  data: snapshot({
    ...deployment,
    ...times,
    phase: oneOf(['Queued', 'Building', 'Syncing', 'RollingOut', 'Verifying'], 'The phase in which it failed'),
    reason: text('Machine-readable'),
    message: text('Human-readable'),
    rolled_back_to: Type.With(nullable(revision), { description: 'The revision now running instead, if any' }),
  }),
  example: {
    ...deploymentExample,
    finished_at: '2026-11-12T09:07:12.350Z',
    phase: 'RollingOut',
    reason: 'image_pull_failed',
    message:
      '1 of 4 new pods (checkout-6c9f7d5b8-x2v4q) cannot pull registry.example.com/shop/checkout:9f2c1ab: not found.',
    rolled_back_to: 41,
    url: exampleUrl(`apps/${exampleIds.app}/deployments/42`),
  },
});

export const appDeleted = defineEvent({
  type: 'app.deleted',
  sentWhen: 'An app is deleted',
  data: snapshot({ ...app, actor: actorSchema }),
  example: {
    ...appExample,
    actor: { type: 'user', id: exampleIds.user },
    url: exampleUrl(`apps/${exampleIds.app}`),
  },
});
