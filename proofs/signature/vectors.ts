import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acceptedByOpenssl, type Shown } from './openssl.ts';
import { accepts } from './receiver.ts';

interface Vector extends Shown {
  readonly name: string;
  readonly verdict: 'accept' | 'refuse';
}

const file = join(import.meta.dirname, '../../docs/reference/webhooks/vectors.json');

/** Every published vector, judged by openssl and by the SDK; what differs from its verdict is told. */
export async function judgeVectors(): Promise<{ readonly count: number; readonly faults: readonly string[] }> {
  const { vectors } = JSON.parse(await readFile(file, 'utf8')) as { readonly vectors: readonly Vector[] };
  const faults: string[] = [];
  for (const vector of vectors) {
    const wanted = vector.verdict === 'accept';
    if ((await acceptedByOpenssl(vector)) !== wanted) faults.push(`${vector.name}: openssl does not ${vector.verdict}`);
    if (accepts(vector) !== wanted) faults.push(`${vector.name}: the SDK does not ${vector.verdict}`);
  }
  for (const verdict of ['accept', 'refuse'])
    if (!vectors.some((vector) => vector.verdict === verdict)) faults.push(`no vector to ${verdict}`);
  return { count: vectors.length, faults };
}
