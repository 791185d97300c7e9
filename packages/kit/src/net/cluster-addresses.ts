import { checked, list } from '../settings.ts';
import { checkCidrs } from './address-guard.ts';

/** For the settings of every module that connects to clusters; hand it to `addressGuard`. */
export const clusterAllowedPrivateCidrs = checked(
  list({
    about: 'private networks in which clusters may be, as CIDRs; without it only public addresses are connected to',
    default: [],
  }),
  checkCidrs,
);
