import { type Data, textOf, wordsOf } from './data.ts';
import type { Fact, Standing, Told, Weight } from './told.ts';
import { weightOf } from './tell-incident.ts';

interface Kind {
  /** The fields with the name of what it happened to, and with its id. */
  readonly name: string;
  readonly about: string;
  readonly tells?: (data: Data) => readonly [Standing, Weight];
}

const bad = (weight: Weight) => ['begins', weight] as const;
const good = ['over', 'low'] as const;
const news = ['news', 'low'] as const;
const isOneOf = (data: Data, field: string, words: readonly string[]) => words.includes(textOf(data, field));

/** Of some events what they mean for whoever is called; all others are news. */
const kinds: Readonly<Record<string, Kind>> = {
  'app.deployed': { name: 'app_name', about: 'app_id', tells: () => good },
  'app.deploy_failed': { name: 'app_name', about: 'app_id', tells: () => bad('high') },
  'app.deleted': { name: 'app_name', about: 'app_id', tells: () => good },
  'pipeline.run_completed': {
    name: 'pipeline_name',
    about: 'pipeline_id',
    tells: (data) => (isOneOf(data, 'conclusion', ['failure', 'timed_out']) ? bad('medium') : good),
  },
  'build.completed': {
    name: 'ref',
    about: 'build_configuration_id',
    tells: (data) => (isOneOf(data, 'status', ['failed', 'timed_out']) ? bad('medium') : good),
  },
  'anomaly.detected': {
    name: 'metric',
    about: 'anomaly_id',
    tells: (data) => bad(weightOf(textOf(data, 'severity'))),
  },
  'scaling_decision.created': { name: 'deployment_name', about: 'scaling_decision_id' },
  'agent_run.completed': { name: 'agent_type', about: 'run_id' },
  'cluster.phase_changed': {
    name: 'name',
    about: 'cluster_id',
    tells: (data) => {
      if (isOneOf(data, 'to', ['Unreachable', 'Failed'])) return bad('critical');
      return isOneOf(data, 'to', ['Degraded']) ? bad('medium') : good;
    },
  },
  'cloudspace.ready': { name: 'name', about: 'cloudspace_id', tells: () => good },
};

/** The first of these that an event has says the most, in sentences. */
const sentences = ['message', 'summary', 'reason'];

/** Readable for each event there is, and for those to come. */
export function tellOther(type: string, data: Data): Told {
  const { name, about, tells } = kinds[type] ?? { name: 'name', about: 'id' };
  const [standing, weight] = tells?.(data) ?? news;
  const called = textOf(data, name);
  const title = called === '' ? wordsOf(type) : `${wordsOf(type)}: ${called}`;
  const said = sentences.find((field) => textOf(data, field) !== '') ?? '';
  return {
    title,
    alert: title,
    text: typeof data[said] === 'string' ? data[said] : '',
    facts: factsOf(data, [name, said]),
    open: 'Open in Wheelhouse',
    standing,
    weight,
    about: textOf(data, about),
    component: called,
    category: type,
  };
}

const most = 10;

/** Its plain fields. Ids are for programs, which take the event itself. */
function factsOf(data: Data, told: readonly string[]): readonly Fact[] {
  return Object.keys(data)
    .filter((field) => !told.includes(field) && !/(^|_)ids?$/.test(field) && field !== 'url' && field !== 'truncated')
    .map((field): Fact => [wordsOf(field), textOf(data, field)])
    .filter(([, value]) => value !== '')
    .slice(0, most);
}
