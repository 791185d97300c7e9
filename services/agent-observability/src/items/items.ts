import type { Facts } from '@wheelhouse/contracts';
import { oneLine } from '../one-line.ts';
import { type Found, type Item, mostItems } from './item.ts';
import { itemsOfActions, itemsOfChanges, itemsOfIssues, itemsOfWarnings } from './of-history.ts';
import { itemsOfNode, itemsOfPodNodes, itemsOfRoom } from './of-node.ts';
import { itemsOfLogs, itemsOfPods } from './of-pods.ts';
import { itemsOfAutoscaler, itemsOfBudgets, itemsOfWorkload } from './of-workload.ts';
import { objectWords } from './words.ts';

const longestSummary = 400;

/** What was seen, as numbered evidence for people: the most telling first. The same facts make the same items. */
export function itemsOf(facts: Facts, clusterId: string): readonly Item[] {
  return foundIn(facts, clusterId)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, mostItems)
    .map(({ weight: _weight, at = facts.at, summary, ...rest }, index) => ({
      n: index + 1,
      ...rest,
      summary: oneLine(summary, longestSummary),
      at,
    }));
}

function foundIn(facts: Facts, clusterId: string): readonly Found[] {
  const { object, exists } = facts;
  const gone: Found = {
    source: object.kind === 'Node' ? 'node' : object.kind === 'Pod' ? 'pods' : 'workload',
    weight: 110,
    summary: `${objectWords(object)} no longer exists.`,
  };
  return [
    ...(exists ? [] : [gone]),
    ...itemsOfIssues(facts, clusterId),
    ...itemsOfChanges(facts, clusterId),
    ...itemsOfWorkload(facts, clusterId),
    ...itemsOfNode(facts, clusterId),
    ...itemsOfPods(facts, clusterId),
    ...itemsOfLogs(facts, clusterId),
    ...itemsOfPodNodes(facts, clusterId),
    ...itemsOfAutoscaler(facts),
    ...itemsOfRoom(facts),
    ...itemsOfBudgets(facts),
    ...itemsOfActions(facts),
    ...itemsOfWarnings(facts),
  ];
}
