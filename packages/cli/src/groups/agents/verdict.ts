import { verdicts as meanings } from '@wheelhouse/contracts';
import type { Client, Schemas } from '@wheelhouse/sdk';
import type { Asked } from '../../declare/pages.ts';
import { resource } from '../../declare/resource.ts';
import type { Style } from '../../output/terminal.ts';

export type Verdict = Schemas['agent-feedback']['Verdict'];

export const verdictsPath = '/agents/feedback/api/v1/verdicts';
export const verdictPath = '/agents/feedback/api/v1/verdicts/{id}';

export const verdicts = resource<Verdict>('id, or the beginning of it', {
  one: 'verdict',
  many: 'verdicts',
  listedBy: 'wheelhouse agents verdicts',
  items: (client: Client, query: Asked) => client.list(verdictsPath, { query }),
  get: (client, id) => client.get(verdictPath, { params: { id } }),
});

const styles = {
  cured: 'green',
  relapsed: 'red',
  not_cured: 'red',
  worse: 'red',
  failed: 'red',
  not_run: 'dim',
  unknown: 'dim',
} as const satisfies Record<NonNullable<Verdict['verdict']>, Style>;

export function verdictStyle({ verdict }: Pick<Verdict, 'verdict'>): Style {
  return verdict === null ? 'blue' : styles[verdict];
}

/** While it is watched whether the trouble stays away there is none. */
export function verdictText({ verdict }: Pick<Verdict, 'verdict'>): string {
  return verdict ?? 'pending';
}

/** `cured: The trouble ended and stayed away`. */
export function meaningOf({ verdict }: Pick<Verdict, 'verdict'>): string {
  return verdict === null ? verdictText({ verdict }) : `${verdict}: ${meanings[verdict]}`;
}
