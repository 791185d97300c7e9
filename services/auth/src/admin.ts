/** What the operator's commands do, and the seed of a demo; the assembly and dev/ name it, no other module does. */
export { authSettings } from './config.ts';
export { changeAccount, createAccount, createSecret } from './service-accounts/service.ts';
export { selectAccount } from './service-accounts/store.ts';
export { linkText, makeSetupLink, type SetupLink } from './setup/link.ts';
export { recoverOwner } from './setup/recover.ts';
export { createTenant } from './tenants/create.ts';
export { operatorTenant, tenantBySlug } from './tenants/service.ts';
export { hasUsers } from './users/service.ts';
