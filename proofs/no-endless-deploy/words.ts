/** Every phase a deployment, or a deletion, can be in; Building is none yet. */
export const phases = ['Queued', 'Syncing', 'RollingOut', 'Verifying', 'Deleting'] as const;
export type Phase = (typeof phases)[number];

export const faults = [
  'API server stopped',
  'node gone',
  'image missing',
  'image that crashes',
  'never ready',
  'answers 500',
  'quota full',
  'no node fits',
  'rights withdrawn',
  'finalizer stuck',
  'namespace deleted by hand',
] as const;
export type Fault = (typeof faults)[number];
