import type { Client, Schemas } from '@wheelhouse/sdk';
import type { Asked } from '../../declare/pages.ts';
import { resource } from '../../declare/resource.ts';
import type { Style } from '../../output/terminal.ts';

export type Analysis = Schemas['agent-analysis']['Analysis'];

export const analysesPath = '/agents/analysis/api/v1/analyses';
export const analysisPath = '/agents/analysis/api/v1/analyses/{id}';

export const analyses = resource<Analysis>('id, or the beginning of it', {
  one: 'analysis',
  many: 'analyses',
  listedBy: 'wheelhouse agents analyses',
  items: (client: Client, query: Asked) => client.list(analysesPath, { query }),
  get: (client, id) => client.get(analysisPath, { params: { id } }),
});

const styles = {
  action_proposed: 'yellow',
  suggestion: 'cyan',
  no_rule: 'dim',
  recovered: 'green',
  not_observable: 'red',
  not_analysed: 'dim',
} as const satisfies Record<NonNullable<Analysis['conclusion']>, Style>;

export function conclusionStyle({ conclusion }: Pick<Analysis, 'conclusion'>): Style {
  return conclusion === null ? 'blue' : styles[conclusion];
}

/** While it is looked into there is none. */
export function conclusionText({ conclusion, status }: Pick<Analysis, 'conclusion' | 'status'>): string {
  return conclusion ?? status;
}
