import type { ActionKind } from '@wheelhouse/contracts';
import { autonomyPath, type FoundAutonomy } from '../../api/autonomy.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import type { Cluster } from '../../api/clusters.ts';
import { useMayEverywhere } from '../../api/session.ts';
import { kindWords } from '../../design/action-words.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { say } from '../../design/said.tsx';
import { Segments } from '../../design/segments.tsx';
import { heldOn, levelNames, type LevelName, levelOf, levelWords, nameOf, rank } from './levels.ts';

interface LevelChoiceProps {
  readonly kind: ActionKind;
  readonly found: FoundAutonomy;
  readonly cluster: Cluster | undefined;
}

/** Auto, ask or never, beside the evidence. What the tenant asks for cannot be loosened on a cluster. */
export function LevelChoice({ kind, found: { autonomy, etag }, cluster }: LevelChoiceProps) {
  const mayChange = useMayEverywhere('admin');
  const { own, tenant, effective } = heldOn(autonomy, kind, cluster?.id);
  const where = cluster === undefined ? 'on all clusters' : `on ${cluster.name}`;
  const change = useChange(
    async (level: LevelName) => {
      await client.patch(autonomyPath, {
        body: { ...(cluster && { cluster_id: cluster.id }), autonomy: { [kind]: levelOf(level) } },
        ...(etag !== undefined && { ifMatch: etag }),
      });
      return level;
    },
    { outdates: [autonomyPath], done: (level) => say(`Saved: ${kindWords(kind)} ${where} is ${words(level)}`) },
  );
  const unset = cluster === undefined ? 'not set' : 'as all clusters';
  const words = (level: LevelName) => (level === 'unset' ? unset : level);
  const barred = (level: LevelName) =>
    cluster !== undefined && level !== 'unset' && rank(levelOf(level)) < rank(tenant)
      ? `All clusters have ${tenant}, which is stricter`
      : undefined;
  return (
    <>
      {mayChange ? (
        <Segments
          label={`Autonomy of ${kindWords(kind)} ${where}`}
          value={nameOf(own)}
          choices={levelNames.map((value) => ({ value, words: words(value), barred: barred(value) }))}
          busy={change.isPending}
          onChange={(level) => change.mutate(level)}
        />
      ) : (
        <p>
          <strong>{words(nameOf(effective))}</strong>
        </p>
      )}
      <p className="quiet">{levelWords(effective)}</p>
      {cluster !== undefined && own === null && tenant !== null && (
        <p className="quiet">
          All clusters have <strong>{tenant}</strong>.
        </p>
      )}
      {change.error !== null && <ErrorNotice what="The autonomy was not changed" error={change.error} />}
    </>
  );
}
