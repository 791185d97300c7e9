import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { usePending } from '../api/actions.ts';
import { useClusters } from '../api/clusters.ts';
import { useMay } from '../api/session.ts';
import { goKeys } from './use-go-keys.ts';
import { verbOf } from '../design/action-words.ts';
import { nextTheme, useTheme } from '../design/appearance.ts';

/** Something the palette can do. */
export interface PaletteCommand {
  readonly words: string;
  /** Where words may be the same. */
  readonly key?: string;
  readonly kind: 'place' | 'cluster' | 'do' | 'decide';
  readonly keys?: string;
  readonly cluster?: { readonly id: string; readonly name: string };
  readonly run: () => void;
}

const places: readonly {
  readonly words: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly admin?: boolean;
}[] = [
  { words: 'Needs you', to: '/' },
  { words: 'Clusters', to: '/clusters' },
  { words: 'Register a cluster', to: '/clusters/new', admin: true },
  { words: 'Actions', to: '/actions' },
  { words: 'Webhooks', to: '/webhooks' },
  { words: 'Create a webhook', to: '/webhooks/new' },
  { words: 'Access tokens', to: '/settings/access-tokens' },
  { words: 'Sessions', to: '/settings/sessions' },
  { words: 'Profile', to: '/settings/profile' },
  { words: 'Service accounts', to: '/settings/service-accounts', admin: true },
  { words: 'Users', to: '/settings/users', admin: true },
  { words: 'Roles', to: '/settings/roles', admin: true },
  { words: 'Single sign-on', to: '/settings/sso', admin: true },
  { words: 'Approvals: who may approve, and how long', to: '/settings/approvals', admin: true },
  { words: 'Audit trail', to: '/settings/audit', admin: true },
];

/** The nearest deadlines; all of them are under Actions. */
const mostPending = 10;

export function usePaletteCommands(): readonly PaletteCommand[] {
  const navigate = useNavigate();
  const admin = useMay('admin');
  const { clusters, byId } = useClusters();
  const { pending } = usePending();
  const [theme, setTheme] = useTheme();
  return [
    ...places
      .filter((place) => admin || place.admin !== true)
      .map(({ words, to }): PaletteCommand => {
        const keys = Object.entries(goKeys).find(([, place]) => place === to)?.[0];
        return { words, kind: 'place', ...(keys && { keys: `g ${keys}` }), run: () => void navigate({ to }) };
      }),
    ...pending.slice(0, mostPending).map((action): PaletteCommand => {
      const cluster = byId.get(action.cluster_id);
      return {
        words: `Decide: ${verbOf(action)}`,
        key: action.id,
        kind: 'decide',
        ...(cluster && { cluster }),
        run: () => void navigate({ to: '/actions/$actionId', params: { actionId: action.id } }),
      };
    }),
    ...clusters.map(
      ({ id, name }): PaletteCommand => ({
        words: name,
        kind: 'cluster',
        cluster: { id, name },
        run: () => void navigate({ to: '/clusters/$clusterId', params: { clusterId: id } }),
      }),
    ),
    { words: `Theme: ${nextTheme(theme)}`, kind: 'do', run: () => setTheme(nextTheme(theme)) },
    { words: 'API reference', kind: 'place', run: () => window.location.assign('api/docs') },
  ];
}
