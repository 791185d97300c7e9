import { randomUUID } from 'node:crypto';
import { made, owner } from '../../../proofs/installation/people.ts';
import type { Installation } from '../../../proofs/installation/start.ts';

const clusters = '/api/v1/clusters';

/** Where nobody listens: no cluster is needed. */
export function newCluster() {
  return { name: 'production', server: 'https://localhost:9', token: `token-${randomUUID()}` };
}

export async function cluster(installation: Installation) {
  const { who, tenant } = await owner(installation);
  const { body } = await made(installation.call(who, 'POST', clusters, { module: 'platform', body: newCluster() }));
  return { who, tenant, module: 'platform', id: String(body.id), path: `${clusters}/${body.id}` };
}
