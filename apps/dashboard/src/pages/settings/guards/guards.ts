import type { GuardName } from '@wheelhouse/contracts';
import type { ApprovalSettings } from '../../../api/actions.ts';

/** Those with a value; the kill switch and autonomy have places of their own. */
export type GuardSetting = Exclude<GuardName, 'kill_switch' | 'autonomy'>;
export type GuardValues = Pick<ApprovalSettings, GuardSetting>;

interface Sentence {
  readonly name: GuardSetting;
  /** What stands before the value, and behind it. */
  readonly before: string;
  readonly after: string;
  /** What it comes to, where the sentence leaves that open. */
  readonly more: string;
}

interface NumberSentence extends Sentence {
  readonly kind: 'number';
  readonly most: number;
  readonly usual: number;
}

interface ListSentence extends Sentence {
  readonly kind: 'list';
  readonly usual: readonly string[];
}

interface ChoiceSentence extends Sentence {
  readonly kind: 'choice';
  readonly no: string;
  readonly yes: string;
  readonly usual: boolean;
}

export type GuardSentence = NumberSentence | ListSentence | ChoiceSentence;

interface Group {
  readonly title: string;
  readonly about: string;
  readonly guards: readonly GuardSentence[];
}

/** Each guard as a sentence with its value in it, and the value it has unless somebody changes it. */
export const guardGroups: readonly Group[] = [
  {
    title: 'What is never touched',
    about: 'For everybody: decisions, agents and people.',
    guards: [
      {
        kind: 'list',
        name: 'protected_namespaces',
        before: 'Nothing is changed in the namespaces',
        after: '',
        more: 'One per line. An empty list protects none.',
        usual: ['kube-system', 'wheelhouse'],
      },
      {
        kind: 'list',
        name: 'protected_node_labels',
        before: 'A node is neither cordoned nor drained if it has one of the labels',
        after: '',
        more: 'One per line: a key, or key=value. Such a node can still be uncordoned.',
        usual: ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'],
      },
    ],
  },
  {
    title: 'How much may run by itself',
    about: 'For actions that nobody approves. A person who requests or approves one is warned, not refused.',
    guards: [
      {
        kind: 'number',
        name: 'cooldown_seconds',
        before: 'After an action, the same kind is not automated on the same target for',
        after: 'seconds.',
        more: '0 means no pause.',
        most: 86_400,
        usual: 300,
      },
      {
        kind: 'number',
        name: 'max_automated_per_hour',
        before: 'At most',
        after: 'actions of one kind are automated within an hour.',
        more: '0 means that none are.',
        most: 10_000,
        usual: 20,
      },
      {
        kind: 'number',
        name: 'max_drains_per_cluster',
        before: 'At most',
        after: 'nodes of a cluster are drained at the same time.',
        more: '0 means that no drain is automated.',
        most: 100,
        usual: 1,
      },
      {
        kind: 'number',
        name: 'max_cordoned_percent',
        before: 'At most',
        after: 'percent of the nodes of a cluster are cordoned.',
        more: 'One node may always be.',
        most: 100,
        usual: 10,
      },
      {
        kind: 'choice',
        name: 'automated_scale_to_zero',
        before: 'A Deployment',
        no: 'is not scaled',
        yes: 'may be scaled',
        after: 'to zero without an approval.',
        more: 'At zero replicas nothing of it runs any more.',
        usual: false,
      },
      {
        kind: 'choice',
        name: 'automated_unmanaged_pods',
        before: 'A node with pods that have no controller',
        no: 'is not drained',
        yes: 'may be drained',
        after: 'without an approval.',
        more: 'Nothing recreates such a pod once it is evicted.',
        usual: false,
      },
    ],
  },
  {
    title: 'To try it out',
    about: 'For everybody.',
    guards: [
      {
        kind: 'choice',
        name: 'dry_mode',
        before: 'Dry mode is',
        no: 'off',
        yes: 'on',
        after: '',
        more: 'While it is on, actions are planned, approved and run as usual, but nothing is changed on any cluster.',
        usual: false,
      },
    ],
  },
];

/** As it is typed: lists one per line, a choice as yes or nothing. */
export type Draft = Readonly<Record<GuardSetting, string>>;

const guards = guardGroups.flatMap((group) => group.guards);

export function draftOf(values: GuardValues): Draft {
  const entries = guards.map(({ name }) => [name, written(values[name])]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every guard has its entry
  return Object.fromEntries(entries) as Draft;
}

function written(value: GuardValues[GuardSetting]): string {
  if (typeof value === 'object') return value.join('\n');
  return typeof value === 'boolean' ? (value ? 'yes' : '') : String(value);
}

const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Only what is another than before. */
export function changesIn(draft: Draft, before: GuardValues): Partial<GuardValues> {
  const changed = guards
    .map((guard) => [guard.name, valueOf(guard, draft[guard.name])] as const)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed);
}

function valueOf({ kind }: GuardSentence, text: string): GuardValues[GuardSetting] {
  if (kind === 'list') return linesOf(text);
  return kind === 'choice' ? text === 'yes' : Number(text);
}

export function usualWords(guard: GuardSentence): string {
  if (guard.kind === 'choice') return guard.usual ? guard.yes : guard.no;
  return guard.kind === 'list' ? guard.usual.join(', ') : String(guard.usual);
}
