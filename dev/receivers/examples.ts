import { join } from 'node:path';

/** Where the example receivers of webhooks lie. */
export const examples = join(import.meta.dirname, '../../docs/guides/webhooks');
