import { checked, list } from '../settings.ts';
import { checkCidrs } from './address-guard.ts';

/** For the settings of every module that connects to clusters; hand it to `addressGuard`. */
export const clusterAllowedPrivateCidrs = checked(
  list({
    about: 'private networks that clusters may be in, as CIDRs; unless set, only public addresses are allowed',
    default: [],
  }),
  checkCidrs,
);
