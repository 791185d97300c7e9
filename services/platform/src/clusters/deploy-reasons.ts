import { type ClusterReason, clusterReasons } from './reasons.ts';

/** Why a cluster can be deployed to, or cannot. docs/guides/clusters.md has the same table; a test compares them. */
export const deployReasons = {
  ready: {
    means: 'Wheelhouse can deploy to this cluster.',
    next: 'Create a CloudSpace in it.',
  },
  not_checked: {
    means: 'It has not been checked yet whether Wheelhouse can deploy to this cluster.',
    next: 'Wait a moment; this takes a few seconds once the cluster is reached.',
  },
  rights_missing: {
    means: 'The credentials lack permissions that deploying needs.',
    next: 'Run `wheelhouse clusters connect --deploy`, or apply the deploy manifest and send the token it makes as `deploy_access`; permissions granted meanwhile are noticed within a minute.',
  },
  version_too_old: {
    means: 'The cluster runs a version of Kubernetes without the admission policies that deploying relies on.',
    next: 'Upgrade it to Kubernetes 1.30 or later; until then it is watched as before.',
  },
  unauthorized: {
    means: 'The API server does not accept the credentials for deploying: they are wrong, revoked or expired.',
    next: 'Run `wheelhouse clusters connect --deploy`, or send new ones as `deploy_access` with PATCH.',
  },
  credentials_unreadable: {
    means: 'The credentials for deploying are sealed with a key this installation no longer has.',
    next: 'Ask an operator to restore the key in SECRETS_KEYS, or send new ones as `deploy_access` with PATCH.',
  },
} as const satisfies Readonly<Record<string, { readonly means: string; readonly next: string }>>;

/** Its own, and those for which a cluster is not reached. */
export type DeployReason = keyof typeof deployReasons | ClusterReason;

export function deployMessageOf(reason: DeployReason, known: string | null): string {
  const { means, next } = { ...clusterReasons, ...deployReasons }[reason];
  return `${known ?? means} ${next}`;
}
