import { join } from 'node:path';

/** What the demo's cluster and those who use it have in common: a volume, and its address. */

export const folder = '/cluster';
/** The API server makes a certificate for this name by itself. Nothing else in an installation has it. */
export const server = 'https://kubernetes.default.svc:6443';

/** Certificate and authority in one file, as the API server writes it. */
export const certificate = join(folder, 'certificates/apiserver.crt');
export const certificateKey = join(folder, 'certificates/apiserver.key');
export const adminToken = join(folder, 'admin.token');
export const seederFile = join(folder, 'seeder.json');

export const metricsPort = 4443;
