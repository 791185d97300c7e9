import { ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import { describe, expect, test } from 'vitest';
import { bindingOf, contentsOf, namespaceOf } from '../src/provision/objects.ts';
import { excess, isCounted } from '../src/provision/quota-fit.ts';
import { whatStays } from '../src/provision/stuck.ts';
import { troubleOf } from '../src/provision/trouble.ts';

/** What is known of a CloudSpace without asking anybody. */
const row = { id: 'the-id', namespace: 'shop', quota: null, pod_security: 'restricted' } as const;
const byName = (given: Parameters<typeof contentsOf>[0]) =>
  Object.fromEntries(
    contentsOf(given, []).map(({ collection, object }) => [collection.split('/').at(-1), object]),
  ) as Record<string, Record<string, unknown> | null>;

describe('its objects', () => {
  test('name the account of the credentials, or the user', () => {
    expect(bindingOf(row, 'system:serviceaccount:wheelhouse:wheelhouse-platform').object).toMatchObject({
      subjects: [{ kind: 'ServiceAccount', name: 'wheelhouse-platform', namespace: 'wheelhouse' }],
    });
    expect(bindingOf(row, 'kubernetes-admin').object).toMatchObject({
      subjects: [{ kind: 'User', name: 'kubernetes-admin', apiGroup: 'rbac.authorization.k8s.io' }],
    });
  });

  test('carry its id and its pod security from the first', () => {
    expect(namespaceOf(row).object?.metadata.labels).toMatchObject({
      'wheelhouse.dev/cloudspace': 'the-id',
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
  });

  test('have no quota and no pull secret unless there is something in them', () => {
    expect(byName(row)).toMatchObject({ resourcequotas: null, secrets: null });
    expect(byName({ ...row, quota: {} })).toMatchObject({ resourcequotas: null });
    expect(byName({ ...row, quota: { pods: 3 } })).toMatchObject({ resourcequotas: { spec: { hard: { pods: '3' } } } });
  });
});

describe('a quota', () => {
  const hard = { 'requests.cpu': '1', 'limits.memory': '1Gi', pods: '3' };
  const seen = (used: Readonly<Record<string, string>>, counted = hard) => ({
    spec: { hard },
    status: { hard: counted, used },
  });
  test('is counted once its figures are those asked for, however they are written', () => {
    const used = { 'requests.cpu': '0', 'limits.memory': '0', pods: '0' };
    expect(isCounted(seen(used, { ...hard, 'requests.cpu': '1000m', 'limits.memory': '1024Mi' }))).toBe(true);
    expect(isCounted(seen(used, { ...hard, pods: '4' }))).toBe(false);
    expect(isCounted({ spec: { hard } })).toBe(false);
  });
  test('is too small only for what is used beyond it', () => {
    expect(excess(seen({ 'requests.cpu': '1000m', 'limits.memory': '1Gi', pods: '3' }))).toBeUndefined();
    expect(excess(seen({ 'requests.cpu': '1100m', 'limits.memory': '1536Mi', pods: '2' }))).toBe(
      'The namespace uses 1100m of CPU where the quota allows 1, and 1536Mi of memory where the quota allows 1Gi.',
    );
  });
});

test('what stays of a namespace is told with what holds it', () => {
  const metadata = { name: 'shop', uid: 'u', resourceVersion: '1', finalizers: ['example.test/own'] };
  const conditions = [
    {
      type: 'NamespaceContentRemaining',
      status: 'True',
      message: 'Some resources are remaining: pods. has 1 resource instances',
    },
    { type: 'NamespaceDeletionDiscoveryFailure', status: 'False', message: 'All resources successfully discovered' },
  ];
  const text = whatStays({ metadata, spec: { finalizers: ['kubernetes'] }, status: { conditions } });
  expect(text).toBe(
    'Namespace shop is still being deleted. Some resources are remaining: pods. has 1 resource instances. The namespace itself has the finalizer example.test/own.',
  );
  expect(whatStays({ metadata: { ...metadata, finalizers: [] } })).toBe('Namespace shop is still being deleted.');
});

describe('an answer of the cluster', () => {
  const refused = (status: number, message: string, cause?: string) =>
    new KubernetesError(message, {
      status,
      reason: undefined,
      causes: cause === undefined ? [] : [{ reason: cause }],
      retryAfterSeconds: undefined,
    });
  test.each([
    ['nothing', new ClusterUnreachable('timeout', 'no response'), 'cluster_unreachable', false],
    ['too busy', refused(429, 'too many requests'), 'cluster_unreachable', false],
    ['no leader', refused(500, 'etcdserver: leader changed'), 'cluster_unreachable', false],
    ['who are you', refused(401, 'Unauthorized'), 'rights_missing', false],
    ['no role', refused(403, 'secrets is forbidden: User "x" cannot get resource "secrets"'), 'rights_missing', false],
    ['not yours to grant', refused(403, 'user "x" is attempting to grant RBAC permissions'), 'rights_missing', false],
    ['no such role', refused(404, 'clusterroles.rbac.authorization.k8s.io "y" not found'), 'rights_missing', false],
    ['a policy', refused(403, 'ValidatingAdmissionPolicy "p" denied request: no'), 'admission_denied', true],
    ['not valid', refused(422, 'spec.hard: Invalid value'), 'admission_denied', true],
    ['a webhook that is away', refused(500, 'failed calling webhook "w"'), 'admission_denied', false],
    ['changed meanwhile', refused(409, 'the object has been modified'), 'admission_denied', false],
    ['on its way out', refused(403, 'shop is being terminated', 'NamespaceTerminating'), 'admission_denied', false],
    ['our own fault', new TypeError('x is not a function'), 'internal_error', false],
  ])('%s: what it means, and whether it may pass', (_what, error, reason, isFinal) => {
    expect(troubleOf(error)).toMatchObject({ reason, isFinal });
  });
});
