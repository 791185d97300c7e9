import { defineRoute, type Route } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { deployManifest } from './deploy-manifest.ts';
import { monitorManifest } from './manifest.ts';

const type = 'text/plain';

/** For kubectl, which has no credential of ours; they are the same for everybody. */
export const manifestRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    url: '/api/v1/cluster-manifest',
    access: 'public',
    reach: 'none',
    summary: 'Read the manifest that makes the service account a cluster is watched with, for kubectl apply -f',
    operation: 'readClusterManifest',
    response: Type.String({
      contentMediaType: type,
      description:
        'YAML: a namespace, a service account with its token, and a role that only reads; it holds no secret',
    }),
    handler: async () => ({ text: { type: `${type}; charset=utf-8`, parts: once(monitorManifest) } }),
  }),
  defineRoute({
    method: 'GET',
    url: '/api/v1/deploy-manifest',
    access: 'public',
    reach: 'none',
    summary: 'Read the manifest that makes the service account a cluster is deployed to with, for kubectl apply -f',
    operation: 'readDeployManifest',
    response: Type.String({
      contentMediaType: type,
      description:
        'YAML: a namespace, a service account with its token, its roles, and policies that keep it inside CloudSpaces; it holds no secret',
    }),
    handler: async () => ({ text: { type: `${type}; charset=utf-8`, parts: once(deployManifest) } }),
  }),
];

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
