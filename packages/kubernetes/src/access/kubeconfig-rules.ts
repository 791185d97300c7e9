import { KubeconfigRefused, type RefusalCode } from './access.ts';
import type { Entry, Kubeconfig } from './kubeconfig-text.ts';

/**
 * What a kubeconfig may ask its reader to do. Written by a stranger, it would run a program, read a file or weaken
 * TLS on our side; none of it is needed to name a server and a credential.
 */
interface Rule {
  readonly field: string;
  readonly code: RefusalCode;
  readonly nextStep: string;
  /** Allowed in a file of our own operator. */
  readonly forOperators?: true;
}

const runs = 'use a service account token, or a client certificate';
const insert = (data: string) =>
  `put the contents of the file into ${data} (kubectl config view --raw --flatten does this)`;

const clusterRules: readonly Rule[] = [
  {
    field: 'certificate-authority',
    code: 'file_reference',
    nextStep: insert('certificate-authority-data'),
    forOperators: true,
  },
  { field: 'proxy-url', code: 'proxy_url', nextStep: 'use an address that can be reached without a proxy' },
  {
    field: 'insecure-skip-tls-verify',
    code: 'insecure_tls',
    nextStep: 'put the certificate authority into certificate-authority-data',
  },
];

const userRules: readonly Rule[] = [
  { field: 'exec', code: 'exec', nextStep: runs },
  { field: 'auth-provider', code: 'auth_provider', nextStep: runs },
  {
    field: 'client-certificate',
    code: 'file_reference',
    nextStep: insert('client-certificate-data'),
    forOperators: true,
  },
  { field: 'client-key', code: 'file_reference', nextStep: insert('client-key-data'), forOperators: true },
  { field: 'tokenFile', code: 'file_reference', nextStep: insert('token'), forOperators: true },
  { field: 'as', code: 'impersonation', nextStep: 'use a credential that has the permissions itself' },
  { field: 'as-uid', code: 'impersonation', nextStep: 'use a credential that has the permissions itself' },
  { field: 'as-groups', code: 'impersonation', nextStep: 'use a credential that has the permissions itself' },
  { field: 'as-user-extra', code: 'impersonation', nextStep: 'use a credential that has the permissions itself' },
  { field: 'username', code: 'basic_auth', nextStep: 'Kubernetes no longer supports passwords; use a token' },
  { field: 'password', code: 'basic_auth', nextStep: 'Kubernetes no longer supports passwords; use a token' },
];

/** People paste whole files: what runs programs or reads files is refused in every entry of a stranger's. */
const refusedAnywhere: ReadonlySet<RefusalCode> = new Set(['exec', 'auth_provider', 'file_reference']);

export function judgeAll({ clusters, users }: Kubeconfig): void {
  for (const entry of clusters)
    judge(
      entry,
      clusterRules.filter(({ code }) => refusedAnywhere.has(code)),
      true,
    );
  for (const entry of users)
    judge(
      entry,
      userRules.filter(({ code }) => refusedAnywhere.has(code)),
      true,
    );
}

export function judgeCluster(cluster: Entry, by: 'stranger' | 'operator'): void {
  judge(cluster, by === 'operator' ? clusterRules.filter(({ forOperators }) => forOperators !== true) : clusterRules);
}

export function judgeUser(user: Entry, by: 'stranger' | 'operator'): void {
  judge(user, by === 'operator' ? userRules.filter(({ forOperators }) => forOperators !== true) : userRules);
}

function judge({ name, field, fields }: Entry, rules: readonly Rule[], orRemove = false): void {
  for (const rule of rules) {
    const value = fields.get(rule.field);
    if (value === undefined || value === null || value === '' || value === false) continue;
    const remove = orRemove ? `, or remove the entry "${name.slice(0, 64)}" if you do not need it` : '';
    const place = `${field}.${rule.field}`;
    throw new KubeconfigRefused(rule.code, place, `${place} is not accepted: ${rule.nextStep}${remove}`);
  }
}
