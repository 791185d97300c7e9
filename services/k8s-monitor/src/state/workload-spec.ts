import { createHash } from 'node:crypto';
import { lastSetBy } from '@wheelhouse/kubernetes';
import type { SetBy, WorkloadSpec } from './facts.ts';
import type { RawMetadata, RawTemplate } from './raw.ts';
import { ownCopy, shared } from './strings.ts';
import { timeOf } from './times.ts';

export interface RawWorkloadSpec {
  readonly replicas?: number;
  readonly template?: RawTemplate;
}

const restartAnnotation = 'kubectl.kubernetes.io/restartedAt';
const templatePath = ['spec', 'template'];
const replicasPath = ['spec', 'replicas'];

/** What is asked of a workload, and who asked for it last. */
export function workloadSpec(
  { generation = 0, creationTimestamp, managedFields }: RawMetadata,
  { replicas = 1, template }: RawWorkloadSpec = {},
): WorkloadSpec {
  return {
    createdAt: timeOf(creationTimestamp) ?? 0,
    generation,
    replicas,
    images: (template?.spec?.containers ?? []).map(({ image = '' }) => shared(image)),
    template: template === undefined ? '' : hashOf(template),
    restartedAt: template?.metadata?.annotations?.[restartAnnotation] ?? '',
    templateBy: setBy(managedFields, templatePath),
    replicasBy: setBy(managedFields, replicasPath),
  };
}

/** The API server writes the same object in the same order every time. */
function hashOf({ metadata = {}, ...rest }: RawTemplate): string {
  const { annotations = {}, ...others } = metadata;
  const { [restartAnnotation]: _, ...kept } = annotations;
  // A restart makes the map it stands in, if there was none.
  const told = { ...rest, metadata: { ...others, annotations: kept } };
  return ownCopy(createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 16));
}

function setBy(managedFields: RawMetadata['managedFields'], path: readonly string[]): SetBy | undefined {
  const last = lastSetBy(managedFields, path);
  return last && { manager: shared(last.manager), at: timeOf(last.time) };
}
