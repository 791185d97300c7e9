import { randomInt } from 'node:crypto';
import { engineSetting } from './engines.ts';

/** As many as dev/engines/catalogue/valkey.ts gives it. */
const databases = 1_024;

/**
 * One of Valkey's databases, most likely nobody else's: gateways of one database are gateways of one installation, and
 * while Valkey is slow each keeps only its share of a budget.
 */
export function someValkeyDatabase(): string {
  return `${engineSetting('VALKEY_URL')}/${randomInt(1, databases)}`;
}
