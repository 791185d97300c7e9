import type { FactPart, Facts } from '@wheelhouse/contracts';

/** An observation as a whole, with what people read of it. */
export const mostBytes = 64 * 1_024;
const mostNotVisible = 20;
const longestWhy = 300;
const mostPressures = 10;

interface Cut {
  readonly part: FactPart;
  /** A half of what there is of it; undefined: there is nothing left. */
  readonly half: (facts: Facts) => Facts | undefined;
}

type Lists = { readonly [Key in keyof Facts]: Facts[Key] extends unknown[] ? Key : never }[keyof Facts];

/** What is most telling comes first in each. */
function halfOf(key: Lists): Cut['half'] {
  return (facts) => {
    const { [key]: all } = facts;
    return all.length === 0 ? undefined : { ...facts, [key]: all.slice(0, Math.floor(all.length / 2)) };
  };
}

/** The end of a log tells more than its beginning. */
function shorterLogs(facts: Facts): Facts | undefined {
  if (facts.logs.length === 0) return undefined;
  const logs = facts.logs
    .map((log) => ({ ...log, lines: log.lines.slice(Math.ceil(log.lines.length / 2)) }))
    .filter(({ lines }) => lines.length > 0);
  return { ...facts, logs };
}

function fewerContainers(facts: Facts): Facts | undefined {
  const { workload } = facts;
  if (workload === null || workload.containers.length === 0) return undefined;
  const containers = workload.containers.slice(0, Math.floor(workload.containers.length / 2));
  return { ...facts, workload: { ...workload, containers } };
}

/** What is missed least comes first. */
const cuts: readonly Cut[] = [
  { part: 'logs', half: shorterLogs },
  { part: 'warnings', half: halfOf('warnings') },
  { part: 'changes', half: halfOf('changes') },
  { part: 'actions', half: halfOf('actions') },
  { part: 'budgets', half: halfOf('budgets') },
  { part: 'issues', half: halfOf('issues') },
  { part: 'node', half: halfOf('pod_nodes') },
  { part: 'workload', half: fewerContainers },
  { part: 'pods', half: halfOf('pods') },
];

const why = 'Some of it was left out, because an observation holds at most 64 KiB.';

/** Cuts what is too much, and says so. `besides` is made from what is left, and counts too. */
export function fit(given: Facts, besides: (facts: Facts) => unknown = () => []): Facts {
  let facts = bounded(given);
  for (const { part, half } of cuts) {
    let hasCut = false;
    while (bytesOf(facts, besides) > mostBytes) {
      const less = half(facts);
      if (less === undefined) break;
      hasCut = true;
      facts = less;
    }
    if (hasCut) facts = saying(facts, part);
  }
  return facts;
}

/** Said once, also of what is cut again. */
function saying(facts: Facts, part: FactPart): Facts {
  const said = facts.not_visible.some((one) => one.part === part && one.why === why);
  return said ? facts : { ...facts, not_visible: [...facts.not_visible, { part, why }] };
}

function bytesOf(facts: Facts, besides: (facts: Facts) => unknown): number {
  return Buffer.byteLength(JSON.stringify([facts, facts.not_visible, besides(facts)]));
}

/** Lists that have no bound of their own. What we have left out before stays said. */
function bounded(facts: Facts): Facts {
  const { node } = facts;
  const [said, own] = [
    facts.not_visible.filter((one) => one.why !== why),
    facts.not_visible.filter((one) => one.why === why),
  ];
  return {
    ...facts,
    not_visible: [
      ...said.slice(0, mostNotVisible).map((one) => ({ ...one, why: one.why.slice(0, longestWhy).toWellFormed() })),
      ...own,
    ],
    node: node && { ...node, pressures: node.pressures.slice(0, mostPressures) },
    pod_nodes: facts.pod_nodes.map((one) => ({ ...one, pressures: one.pressures.slice(0, mostPressures) })),
  };
}
