import { actionLabels, isActionKind } from '@wheelhouse/contracts';
import { type Data, isData, textOf, wordsOf } from './data.ts';
import type { Fact, Told } from './told.ts';

export function tellAction(type: string, data: Data): Told {
  const target = isData(data['target']) ? data['target'] : {};
  const what = `${kindText(textOf(data, 'action'))} ${targetText(target)}`;
  const common = {
    about: textOf(data, 'action_id'),
    component: textOf(target, 'deployment_name') || textOf(target, 'node_name') || textOf(target, 'pod'),
    category: textOf(data, 'action'),
  };
  return type === 'action.pending' ? pending(data, what, common) : ended(data, what, common);
}

type Common = Pick<Told, 'about' | 'component' | 'category'>;

/** The change comes first: it is what is approved. */
function pending(data: Data, what: string, common: Common): Told {
  const confidence = data['confidence'];
  const title = `Approval needed: ${what}`;
  return {
    ...common,
    title,
    alert: title,
    text: textOf(data, 'plan_summary') || 'There is no plan yet. Open it to see what it would change.',
    facts: [
      ['Why', textOf(data, 'reason')],
      ['Confidence', typeof confidence === 'number' ? `${Math.round(confidence * 100)} %` : ''],
      ['Proposed by', proposer(data['proposed_by'])],
      ['Expires', textOf(data, 'expires_at')],
      ['Cluster', textOf(data, 'cluster_id')],
    ],
    open: 'Review and approve',
    standing: 'begins',
    weight: 'medium',
  };
}

const outcomes: Readonly<Record<string, string>> = {
  success: 'Action succeeded',
  failed: 'Action failed',
  canceled: 'Action canceled',
};

function ended(data: Data, what: string, common: Common): Told {
  const status = textOf(data, 'status');
  const { error } = data;
  const title = `${outcomes[status] ?? 'Action ended'}: ${what}`;
  const facts: readonly Fact[] = [
    ['Result', wordsOf(textOf(data, 'result'))],
    ['Automatic', textOf(data, 'automatic')],
    ['Cluster', textOf(data, 'cluster_id')],
  ];
  return {
    ...common,
    title,
    alert: title,
    text: isData(error) ? textOf(error, 'message') : '',
    facts,
    open: 'Open the action',
    standing: status === 'failed' ? 'begins' : 'over',
    weight: status === 'failed' ? 'high' : 'low',
  };
}

function kindText(kind: string): string {
  return isActionKind(kind) ? actionLabels[kind] : wordsOf(kind);
}

function targetText(target: Data): string {
  const node = textOf(target, 'node_name');
  if (node !== '') return node;
  const name = textOf(target, 'deployment_name') || textOf(target, 'pod');
  const replicas = textOf(target, 'replicas');
  return `${textOf(target, 'namespace')}/${name}${replicas === '' ? '' : ` to ${replicas} replicas`}`;
}

function proposer(by: unknown): string {
  return isData(by) ? wordsOf(textOf(by, 'type')) : '';
}
