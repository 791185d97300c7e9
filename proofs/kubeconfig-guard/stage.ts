import { type Certificates, makeCertificates } from './certificates.ts';
import { makeAccount } from './honest.ts';
import { type GuardHouse, openGuardHouse } from './house.ts';
import { adminWay, type Way } from './kubeconfigs.ts';
import { type HostileServers, openHostileServers } from './server-cases.ts';
import { setTraps, type Traps } from './traps.ts';

/** Everything around a hostile kubeconfig: what it points at, who listens, and who reads it. */
export interface Stage {
  readonly traps: Traps;
  readonly certificates: Certificates;
  readonly way: Way;
  readonly servers: HostileServers;
  readonly house: GuardHouse;
}

/** Whatever happens on it, nothing of it is left. */
export async function onStage<T>(play: (stage: Stage) => Promise<T>): Promise<T> {
  const [traps, account] = [await setTraps(), await makeAccount()];
  const ends = [traps.remove, account.remove];
  try {
    const certificates = await makeCertificates();
    const way = await adminWay(account.token);
    const servers = await openHostileServers(certificates, way);
    ends.unshift(servers.stop);
    const house = await openGuardHouse(traps, `127.0.0.2:${servers.outsidePort}`);
    ends.unshift(house.stop);
    return await play({ traps, certificates, way, servers, house });
  } finally {
    for (const end of ends) await end();
  }
}
