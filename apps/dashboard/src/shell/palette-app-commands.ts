import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type App, appsPath, cloudspacesPath } from '../api/apps.ts';
import { useClusters } from '../api/clusters.ts';
import { reading } from '../api/reading.ts';
import { useMay } from '../api/session.ts';
import type { PaletteCommand } from './palette-command.ts';

interface AppCommands {
  readonly commands: readonly PaletteCommand[];
  /** In place of "No matches.", while it is not known yet what is meant. */
  readonly hint?: string;
}

const most = 5;
const leastTyped = 2;

const verbs = [
  { words: 'Roll back', begins: /^roll\s+back(?=\s|$)/i, step: 'roll-back', scope: 'actions' },
  { words: 'Rollback', begins: /^rollback(?=\s|$)/i, step: 'roll-back', scope: 'actions' },
  { words: 'Deploy', begins: /^deploy(?=\s|$)/i, step: 'deploy', scope: 'deploy' },
  { words: 'Scale', begins: /^scale(?=\s|$)/i, step: 'scale', scope: 'actions' },
] as const;

/** Apps may be a thousand, so they are looked up by how a name begins: "checkout", "roll back checkout". */
export function useAppCommands(typed: string): AppCommands {
  const navigate = useNavigate();
  const { byId } = useClusters();
  const may = { actions: useMay('actions'), deploy: useMay('deploy') };
  const text = typed.trim().toLowerCase();
  const verb = verbs.find(({ begins, scope }) => begins.test(text) && may[scope]);
  const q = verb === undefined ? text : text.replace(verb.begins, '').trim();
  // A name has no spaces, and is no longer than that.
  const isAsked = q.length >= leastTyped && /^[a-z0-9-]{1,40}$/.test(q);
  const query = { q, sort: 'name', limit: most } as const;
  const apps = useQuery({
    ...reading(appsPath, { query }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const cloudspaces = useQuery({
    ...reading(cloudspacesPath, { query }),
    enabled: isAsked && verb === undefined,
    placeholderData: keepPreviousData,
  });
  if (verb !== undefined && !isAsked)
    return { commands: [], hint: `Type how the name of the app begins: ${verb.words.toLowerCase()} checkout` };
  if (!isAsked) return { commands: [] };
  const where = (cluster_id: string) => {
    const cluster = byId.get(cluster_id);
    return cluster === undefined ? {} : { cluster };
  };
  const found = apps.data?.data ?? [];
  const toApp = ({ id, name, cloudspace_name, cluster_id }: App): PaletteCommand => ({
    words: `${name} (${cloudspace_name})`,
    key: `app ${id}`,
    kind: 'app',
    ...where(cluster_id),
    run: () => void navigate({ to: '/apps/$appId', params: { appId: id } }),
  });
  const step = ({ id, name, cloudspace_name, cluster_id }: App): readonly PaletteCommand[] =>
    verb === undefined
      ? []
      : [
          {
            words: `${verb.words} ${name} (${cloudspace_name})…`,
            key: `${verb.step} ${id}`,
            kind: 'do',
            ...where(cluster_id),
            run: () => void navigate({ to: '/apps/$appId', params: { appId: id }, search: { do: verb.step } }),
          },
        ];
  const spaces = verb === undefined ? (cloudspaces.data?.data ?? []) : [];
  return {
    commands: [
      ...(verb === undefined ? found.map(toApp) : found.flatMap(step)),
      ...spaces.map(
        ({ id, name, cluster_id }): PaletteCommand => ({
          words: name,
          key: `cloudspace ${id}`,
          kind: 'CloudSpace',
          ...where(cluster_id),
          run: () => void navigate({ to: '/cloudspaces/$cloudspaceId', params: { cloudspaceId: id } }),
        }),
      ),
    ],
    ...((apps.isFetching || cloudspaces.isFetching) && { hint: 'Looking for apps…' }),
  };
}
