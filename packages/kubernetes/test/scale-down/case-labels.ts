import fc from 'fast-check';
import type { LabelExpression, LabelSelector, Labels } from '../../src/index.ts';

/** Few keys and few values, so that selectors often match in part. */

const tracks = [undefined, 'stable', 'canary', ''];
const tiers = [undefined, undefined, 'front'];

/** The labels of a template or a pod, the app's aside. */
export const extraLabels: fc.Arbitrary<Labels> = fc
  .record({ track: fc.constantFrom(...tracks), tier: fc.constantFrom(...tiers) })
  .map(({ track, tier }) => ({
    ...(track === undefined ? {} : { track }),
    ...(tier === undefined ? {} : { tier }),
  }));

const keys = ['app', 'track', 'tier'];
const values = ['web', 'api', 'stable', 'canary', 'front', ''];

const expression: fc.Arbitrary<LabelExpression> = fc.oneof(
  fc.record({
    key: fc.constantFrom(...keys),
    operator: fc.constantFrom('In' as const, 'NotIn' as const),
    values: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    // The last is a good label name that every plain object seems to have.
    key: fc.constantFrom(...keys, ...keys, 'constructor'),
    operator: fc.constantFrom('Exists' as const, 'DoesNotExist' as const),
  }),
);

const tracked = fc.constantFrom('stable', 'canary', '').map((track): Labels => ({ app: 'web', track }));

const matchLabels = fc.oneof(
  { weight: 2, arbitrary: tracked },
  { weight: 3, arbitrary: fc.constantFrom<Labels[]>({ tier: 'front' }, { track: 'canary' }, { app: 'api' }, {}) },
);

/** One ReplicaSet of a rollout alone, of whichever Deployment. */
const oneReplicaSet = fc.constantFrom('a1', 'b2').map((hash) => ({ matchLabels: { 'pod-template-hash': hash } }));

/** From the labels of the Deployment's template, and of the one before it. */
type SelectorDraw = (template: Labels, before: Labels) => LabelSelector | null;

const fixed = <T extends LabelSelector | null>(selector: fc.Arbitrary<T>): fc.Arbitrary<SelectorDraw> =>
  selector.map((drawn) => () => drawn);

/** A budget's selector. Most are what people write: the app's label, or all labels of the template. */
export const budgetSelector: fc.Arbitrary<SelectorDraw> = fc.oneof(
  { weight: 6, arbitrary: fixed(fc.constant({ matchLabels: { app: 'web' } })) },
  { weight: 5, arbitrary: fc.constant((template: Labels) => ({ matchLabels: template })) },
  { weight: 2, arbitrary: fc.constant((_: Labels, before: Labels) => ({ matchLabels: before })) },
  { weight: 2, arbitrary: fixed(fc.constant({})) },
  { weight: 2, arbitrary: fixed(fc.constant(null)) },
  { weight: 3, arbitrary: fixed(fc.record({ matchLabels })) },
  { weight: 1, arbitrary: fixed(oneReplicaSet) },
  { weight: 4, arbitrary: fixed(fc.record({ matchExpressions: fc.array(expression, { maxLength: 2 }) })) },
  { weight: 1, arbitrary: fixed(fc.record({ matchLabels, matchExpressions: fc.array(expression, { maxLength: 1 }) })) },
);

export type SelectorForm = 'app' | 'app-in' | 'app-and-track';

/** A Deployment's selector: it matches its template, as the API server demands. */
export function selectorOf(form: SelectorForm, template: Labels): LabelSelector {
  const { app = '', track } = template;
  if (form === 'app-in') return { matchExpressions: [{ key: 'app', operator: 'In', values: [app, 'shop'] }] };
  if (form === 'app-and-track' && track !== undefined) return { matchLabels: { app, track } };
  return { matchLabels: { app } };
}
