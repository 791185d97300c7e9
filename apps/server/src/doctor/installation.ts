import { type Clock, type Keyring, processGoneAfterSeconds, wrongKeyFault, wrongKeys } from '@wheelhouse/kit';
import type { Question } from './postgresql.ts';
import { ok, wrong } from './verdict.ts';

/** Whether the keys are those the installation knows by these ids. */
export const keysQuestion = (keyring: Keyring): Question => ({
  name: 'keys',
  ask: async (database) => {
    const ids = await database.system((db) => wrongKeys(db, keyring));
    if (ids.length === 0)
      return ok(
        keyring
          .signatures()
          .map(({ id }) => id)
          .join(', '),
      );
    const [trouble = '', next = ''] = wrongKeyFault(ids).split('. Next step: ');
    return wrong(trouble, next);
  },
});

interface Process {
  readonly name: string;
  readonly version: string;
  readonly status: string;
  readonly troubles: Readonly<Record<string, string>>;
}

/** Which processes live, of which version, and what each lacks. A gateway alone has no database to say so in. */
export const processesQuestion = (clock: Clock): Question => ({
  name: 'processes',
  ask: async (database) => {
    const since = new Date(clock.now().getTime() - processGoneAfterSeconds * 1_000);
    const living = await database.system((db) =>
      db.query<Process & Record<string, unknown>>(
        'SELECT name, version, status, troubles FROM kit.processes WHERE seen_at >= $1 ORDER BY name, started_at',
        [since],
      ),
    );
    const troubled = living.find(({ status }) => status !== 'ready');
    if (troubled !== undefined) {
      const why = Object.entries(troubled.troubles).map(([part, trouble]) => `${part}: ${trouble}`);
      return wrong(`${troubled.name} is ${troubled.status} (${why.join('; ')})`, 'fix what it names');
    }
    const versions = [...Map.groupBy(living, ({ version }) => version)];
    return ok(
      living.length === 0 ? 'none are running' : versions.map(([of, all]) => `${all.length} × ${of}`).join(', '),
    );
  },
});
