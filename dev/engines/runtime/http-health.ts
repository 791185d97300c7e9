import { readFile } from 'node:fs/promises';
import { get } from 'node:https';

/** Asks a health path of a loopback TLS port whose certificate must be of the given authority. */
export async function httpsHealthy(port: number, path: string, authority: string): Promise<void> {
  const ca = await readFile(authority);
  const status = await new Promise<number>((resolve, reject) => {
    const outgoing = get({ host: '127.0.0.1', port, path, ca, timeout: 3_000, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 3 s')));
    outgoing.on('error', reject);
  });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
}
