import { isEdge, type Part } from '../module.ts';
import { environmentName } from '../settings.ts';
import type { Common } from './process.ts';

const loopback = '127.0.0.1';

/** Beside others a module is reached through the gateway only. */
export function hostOf(part: Part, { settings, parts }: Common): string {
  return isEdge(part) || parts.length === 1 ? settings.HOST : loopback;
}

export function portOf(part: Part, { settings, environment, parts }: Common): number {
  const own = environment[environmentName(part.name, 'PORT')];
  const sole = parts.length === 1 ? settings.PORT : undefined;
  return Number(own ?? sole ?? part.port);
}
