import type { Home } from '../../dev/engines/runtime/home.ts';

/** Makes etcd forget every state but the present one, so that nobody can go on from an earlier one. */
export async function compactEtcd(home: Home): Promise<void> {
  const call = async (path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${home.port('etcd')}/v3/kv/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { connection: 'close' },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`etcd answered ${answer.status} to ${path}: ${text}`);
    return JSON.parse(text) as { readonly header: { readonly revision: string } };
  };
  const { header } = await call('range', { key: Buffer.from('/').toString('base64'), limit: 1 });
  await call('compaction', { revision: header.revision, physical: true });
}
