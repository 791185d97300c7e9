/** What the operator's commands do; the assembly names it, no other module does. */
export { authSettings } from './config.ts';
export { linkText, makeSetupLink } from './setup/link.ts';
export { recoverOwner } from './setup/recover.ts';
export { tenantBySlug } from './tenants/service.ts';
