import { type AddressGuard, refuse } from '@wheelhouse/kit';
import { accessFromKubeconfig, type ClusterAccess, KubeconfigRefused } from '@wheelhouse/kubernetes';
import type { AccessForm, ChangeCluster } from './schema.ts';

type Field = keyof AccessForm;

interface Fault {
  readonly field: Field;
  readonly code: string;
  /** Goes on from the name of the field. */
  readonly message: string;
}

/** What a form says, held against the rules for what strangers send; undefined when it says nothing. */
export function accessIn(form: AccessForm, guard: AddressGuard): ClusterAccess | undefined {
  return read(form, guard, refuseFor);
}

/** The same form inside of it: null takes those for deploying away, and undefined leaves them as they are. */
export function deployAccessIn(
  { deploy_access: form }: Pick<ChangeCluster, 'deploy_access'>,
  guard: AddressGuard,
): ClusterAccess | null | undefined {
  if (form === undefined || form === null) return form;
  return read(form, guard, refuseForDeploying) ?? refuseNoAccess(refuseForDeploying);
}

type Refuse = (faults: readonly Fault[]) => never;

function read(form: AccessForm, guard: AddressGuard, refuseWith: Refuse): ClusterAccess | undefined {
  const faults = faultsOfForm(form);
  if (faults.length > 0) refuseWith(faults);
  if (form.kubeconfig === undefined && form.server === undefined) return undefined;
  const access = readAccess(form, refuseWith);
  // A literal is judged at once; a name when it is connected to, by the addresses it has then.
  const why = guard.whyNotHost(new URL(access.server).hostname);
  if (why !== undefined)
    refuseWith([
      {
        field: form.kubeconfig === undefined ? 'server' : 'kubeconfig',
        code: 'address_refused',
        message: `points to an address this installation does not connect to: ${why}. An operator can allow its network with CLUSTER_ALLOWED_PRIVATE_CIDRS (docker compose: compose.local-clusters.yml)`,
      },
    ]);
  return access;
}

export function refuseNoAccess(refuseWith: Refuse = refuseFor): never {
  return refuseWith([
    { field: 'kubeconfig', code: 'required', message: 'is required, or send server and token instead' },
  ]);
}

function refuseFor(faults: readonly Fault[], within = ''): never {
  const named = faults.map((fault) => ({ ...fault, field: `${within}${fault.field}` }));
  return refuse('validation_failed', {
    message: `${named.map(({ field, message }) => `${field} ${message}`).join('; ')}.`,
    details: named,
  });
}

const refuseForDeploying: Refuse = (faults) => refuseFor(faults, 'deploy_access.');

/** Exactly one of the two forms, and whole. */
function faultsOfForm(form: AccessForm): readonly Fault[] {
  const given = (field: Field) => form[field] !== undefined;
  const beside: readonly Field[] = ['server', 'certificate_authority', 'token'];
  if (given('kubeconfig'))
    return beside.filter(given).map((field) => ({
      field,
      code: 'not_with_kubeconfig',
      message: 'is already in the kubeconfig; send only one of the two',
    }));
  const faults: Fault[] = [];
  if (given('context'))
    faults.push({
      field: 'context',
      code: 'needs_kubeconfig',
      message: 'only applies to a kubeconfig, but none was sent',
    });
  if (!beside.some(given)) return faults;
  for (const field of ['server', 'token'] as const)
    if (!given(field))
      faults.push({
        field,
        code: 'required',
        message: 'is missing: without a kubeconfig, server and token are required',
      });
  return faults;
}

/** What cloud providers' own kubeconfigs have: a program that fetches a token on the machine of whoever runs kubectl. */
const needsPlugin: ReadonlySet<string> = new Set(['exec', 'auth_provider']);
const withoutPlugin =
  '. `wheelhouse clusters connect` makes such a token with your own kubectl, and so do the two kubectl commands on the page where clusters are registered; neither runs that program here';

/** Both forms go one way, so that what is refused in a kubeconfig is refused outside of one too. */
function readAccess(form: AccessForm, refuseWith: Refuse): ClusterAccess {
  try {
    return accessFromKubeconfig(form.kubeconfig ?? kubeconfigOf(form), form.context);
  } catch (error) {
    if (!(error instanceof KubeconfigRefused)) throw error;
    const { code } = error;
    const message = `${error.message}${needsPlugin.has(code) ? withoutPlugin : ''}`;
    if (form.kubeconfig !== undefined)
      return refuseWith([{ field: 'kubeconfig', code, message: `cannot be used: ${message}` }]);
    const field = fieldOf(error);
    return refuseWith([{ field, code, message: message.replace(error.field, '').trim() }]);
  }
}

function kubeconfigOf({ server, certificate_authority, token }: AccessForm): string {
  const authority =
    certificate_authority === undefined
      ? {}
      : { 'certificate-authority-data': Buffer.from(certificate_authority).toString('base64') };
  return JSON.stringify({
    'current-context': 'given',
    contexts: [{ name: 'given', context: { cluster: 'given', user: 'given' } }],
    clusters: [{ name: 'given', cluster: { server, ...authority } }],
    users: [{ name: 'given', user: { token } }],
  });
}

/** What the second form calls it. */
function fieldOf({ field }: KubeconfigRefused): Field {
  if (field.includes('certificate-authority')) return 'certificate_authority';
  return field.startsWith('users') ? 'token' : 'server';
}
