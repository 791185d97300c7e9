import { checked, list, type SettingsOf } from '../settings.ts';
import { type AddressGuard, addressGuard, checkCidrs, checkNames } from './address-guard.ts';

/** For the settings of every module that connects to clusters. */
export const clusterAddresses = {
  CLUSTER_ALLOWED_PRIVATE_CIDRS: checked(
    list({
      about: 'private networks that clusters may be in, as CIDRs; unless set, only public addresses are allowed',
      default: [],
    }),
    checkCidrs,
  ),
  CLUSTER_ALLOWED_PRIVATE_NAMES: checked(
    list({
      about: 'host names of clusters that may have private addresses, each in full; every other name may not',
      default: [],
    }),
    checkNames,
  ),
};

export function clusterGuard(settings: SettingsOf<typeof clusterAddresses>): AddressGuard {
  return addressGuard(settings.CLUSTER_ALLOWED_PRIVATE_CIDRS, settings.CLUSTER_ALLOWED_PRIVATE_NAMES);
}
