import { type Edge, modulesOf } from '../module.ts';
import { readSettings } from '../settings.ts';
import { hostOf, portOf } from './places.ts';
import { type Common, noDoor, type Running } from './process.ts';

export async function startEdge(edge: Edge, common: Common): Promise<Running> {
  const { environment, clock, version, secrets, callAs, peers, addressesOf, revocations, stage, signal } = common;
  const log = common.log.child({ module: edge.name });
  const { address, probes, close } = await edge.open({
    settings: readSettings(edge.settings, environment),
    clock,
    log,
    version,
    host: hostOf(edge, common),
    port: portOf(edge, common),
    accessSecrets: secrets,
    call: callAs(edge.name),
    modules: modulesOf(peers),
    addressesOf,
    revocations,
    stage,
    signal,
  });
  log.info({ address }, 'listening');
  return { ...noDoor, module: edge.name, address, probes, close };
}
