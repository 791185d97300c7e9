import { once } from 'node:events';
import { join } from 'node:path';
import type { Certificates } from './certificates.ts';
import { configOf, type Way } from './kubeconfigs.ts';
import { apiListener, plausible, redirects } from './listeners.ts';
import { trespassIn } from './outside.ts';
import { openHostileServers } from './server-cases.ts';
import type { Traps } from './traps.ts';
import { startWitnessed } from './witness.ts';

const reader = join(import.meta.dirname, 'naive-reader.ts');

/** A reader that trusts what it reads, watched in the same way; what of its deeds was not seen. */
export async function missedOfNaive(traps: Traps, certificates: Certificates, way: Way): Promise<readonly string[]> {
  const servers = await openHostileServers(certificates, way);
  const next = await apiListener(certificates.good, plausible);
  const first = await apiListener(certificates.foreign, redirects(302, `https://127.0.0.1:${next.port}`));
  const { token, outsidePort } = servers;
  const here = { server: `https://127.0.0.1:${first.port}` };
  const texts = [
    configOf(here, { exec: { command: traps.program } }),
    configOf({ ...here, 'certificate-authority': traps.file }, { tokenFile: traps.file }),
    configOf({ server: `https://127.0.0.2:${outsidePort}` }, { token }),
    configOf(here, { token }),
  ];
  const witnessed = await startWitnessed([reader, ...texts], { env: {}, hosts: '' });
  try {
    await once(witnessed.child, 'close');
    const { programs, files, connections } = trespassIn(await witnessed.deeds(), new Set());
    const seen = {
      'the program': programs.includes(traps.program) && traps.hasRun(),
      'the file': files.includes(traps.file),
      'the connection outside': connections.includes(`127.0.0.2:${outsidePort}`),
      'its listener': servers.untouchable.some((listener) => listener.connections() > 0),
      'where the redirect led': next.connections() > 0 && connections.includes(`127.0.0.1:${next.port}`),
      'the token that an impostor heard': first.heard().includes(token),
    };
    return Object.entries(seen).flatMap(([what, isSeen]) => (isSeen ? [] : [what]));
  } finally {
    await Promise.all([witnessed.remove(), servers.stop(), next.stop(), first.stop()]);
  }
}
