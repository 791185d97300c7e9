import { gatewaySettings } from '@wheelhouse/gateway/settings';
import {
  type Clock,
  isEdge,
  makeLog,
  migrationSets,
  modulesOf,
  type Part,
  processSettings,
  readAllSettings,
  readSettings,
  schemaOf,
  SettingsError,
  systemClock,
  withoutSecrets,
} from '@wheelhouse/kit';
import { keysQuestion, processesQuestion } from '../doctor/installation.ts';
import { askDatabase, clockQuestion, type Question, roleQuestion, schemaQuestion } from '../doctor/postgresql.ts';
import { proxyFindings } from '../doctor/proxies.ts';
import { askBroker } from '../doctor/rabbitmq.ts';
import { askValkey } from '../doctor/valkey.ts';
import { type Finding, ok, skipped, type Verdict, wrong } from '../doctor/verdict.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { columns, print } from '../print.ts';

/** Asks each dependency itself, all at the same time, and says for each what is wrong and how to go on. */
export async function doctor(modules: readonly Part[], environment: NodeJS.ProcessEnv): Promise<ExitCode> {
  const findings = await findingsOf(modules, environment, systemClock);
  print(report(findings));
  return findings.every(({ verdict }) => verdict.state === 'ok') ? exitCodes.ok : exitCodes.failed;
}

export async function findingsOf(
  modules: readonly Part[],
  environment: NodeJS.ProcessEnv,
  clock: Clock,
): Promise<readonly Finding[]> {
  // Troubles come back as findings; a log beside them would tell everything twice.
  const log = makeLog({ level: 'silent' });
  const sets = migrationSets(
    modulesOf(modules).map(({ name, migrations }) => ({ schema: schemaOf(name), migrations })),
  );
  const read = (name: AddressName) => addressOf(name, environment);
  const [app, owner, amqp] = [read('DATABASE_URL'), read('MIGRATE_DATABASE_URL'), read('RABBITMQ_URL')];
  const valkey = read('VALKEY_URL');
  const questions = [
    roleQuestion(sets),
    schemaQuestion(sets),
    clockQuestion(clock),
    ...keyQuestions(environment),
    processesQuestion(clock),
  ];
  const ofModules = async (): Promise<readonly Finding[]> => {
    const asked = await Promise.all([
      app === undefined
        ? unread('postgresql')
        : askDatabase('postgresql', { setting: 'DATABASE_URL', url: app, questions, log }),
      owner === undefined
        ? []
        : askDatabase('owner role', { setting: 'MIGRATE_DATABASE_URL', url: owner, questions: [], log }),
      amqp === undefined ? unread('rabbitmq') : askBroker('rabbitmq', amqp, log),
    ]);
    return asked.flat();
  };
  const ofGateway = async (): Promise<readonly Finding[]> => [
    ...(valkey === undefined ? unread('valkey') : await askValkey('valkey', valkey, log)),
    ...proxyFindings(environment),
  ];
  const found = await Promise.all([
    modulesOf(modules).length === 0 ? [] : ofModules(),
    modules.some(isEdge) ? ofGateway() : [],
  ]);
  return [{ name: 'settings', verdict: settingsVerdict(modules, environment) }, ...found.flat()];
}

/** None where the setting cannot be read: that is told by the finding about settings. */
function keyQuestions(environment: NodeJS.ProcessEnv): readonly Question[] {
  try {
    const { SECRETS_KEYS } = processSettings;
    return [keysQuestion(readSettings({ SECRETS_KEYS }, environment).SECRETS_KEYS)];
  } catch {
    return [];
  }
}

const addresses = { ...processSettings, ...gatewaySettings };
type AddressName = 'DATABASE_URL' | 'MIGRATE_DATABASE_URL' | 'RABBITMQ_URL' | 'VALKEY_URL';
const unread = (name: string): readonly Finding[] => [
  { name, verdict: skipped('needs its address first, see settings') },
];

/** One setting at a time: a fault in one must not keep the others from being asked. */
function addressOf(name: AddressName, environment: NodeJS.ProcessEnv): string | undefined {
  try {
    return readSettings({ [name]: addresses[name] }, environment)[name];
  } catch {
    return undefined;
  }
}

function settingsVerdict(modules: readonly Part[], environment: NodeJS.ProcessEnv): Verdict {
  try {
    return ok(`${Object.keys(readAllSettings(modules, environment)).length} read`);
  } catch (error) {
    if (error instanceof SettingsError) return wrong(error.faults.join('; '), 'wheelhouse config check');
    throw error;
  }
}

const stateWidth = 'skipped'.length;

function report(findings: readonly Finding[]): string {
  const rows = findings.map(({ name, verdict }) => {
    const said = withoutSecrets(verdict.said).replaceAll(/\s+/g, ' ');
    return [verdict.state.padEnd(stateWidth), name, said];
  });
  const lines = columns(rows).split('\n');
  return findings
    .flatMap(({ verdict }, index) => [
      lines[index] ?? '',
      ...(verdict.state === 'wrong' ? [`${' '.repeat(stateWidth)}  next step: ${verdict.next}`] : []),
    ])
    .join('\n');
}
