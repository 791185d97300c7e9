import type { Client, Schemas } from '@wheelhouse/sdk';
import type { Asked } from '../../declare/pages.ts';
import { resource } from '../../declare/resource.ts';
import type { Style } from '../../output/terminal.ts';
import { objectText } from '../incidents/incident.ts';

export type Recommendation = Schemas['agent-recommendation']['Recommendation'];

export const recommendationsPath = '/agents/recommendation/api/v1/recommendations';
export const recommendationPath = '/agents/recommendation/api/v1/recommendations/{id}';

export const recommendations = resource<Recommendation>('id, or the beginning of it', {
  one: 'recommendation',
  many: 'recommendations',
  listedBy: 'wheelhouse agents recommendations --all',
  items: (client: Client, query: Asked) => client.list(recommendationsPath, { query }),
  get: (client, id) => client.get(recommendationPath, { params: { id } }),
});

/** `Deployment shop/checkout`, or `rule wedged_pod (restart_pod)`. */
export function subjectText({ object, rule }: Pick<Recommendation, 'object' | 'rule'>): string {
  if (object !== null) return objectText(object);
  return rule === null ? '-' : `rule ${rule.name} (${rule.action})`;
}

const styles = {
  open: 'yellow',
  accepted: 'blue',
  dismissed: 'dim',
  done: 'green',
} as const satisfies Record<Recommendation['status'], Style>;

export function recommendationStyle({ status }: Pick<Recommendation, 'status'>): Style {
  return styles[status];
}
