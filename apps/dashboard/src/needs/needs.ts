import type { LinkProps } from '@tanstack/react-router';
import type { Schemas } from '@wheelhouse/sdk';
import type { Action } from '../api/actions.ts';
import type { Cluster, OpenIssue } from '../api/clusters.ts';
import { actionWords, statusWords } from '../design/action-words.ts';
import type { Tone } from '../design/status.tsx';
import { actionTone, phaseTone, severityTone } from '../design/tones.ts';
import { objectWords } from '../design/object-words.ts';

type Token = Schemas['auth']['Token'];

/** Something that waits for a person: what, where, since when, what to do next. */
export interface Need {
  readonly key: string;
  readonly tone: Tone;
  /** The API's own word for it. */
  readonly word: string;
  readonly what: string;
  readonly next: string;
  readonly cluster?: Cluster | undefined;
  /** Within the cluster. */
  readonly object?: string;
  readonly when: { readonly words: string; readonly at: string; readonly as?: 'for' } | undefined;
  readonly link: LinkProps;
  readonly linkWords: string;
}

const soonMs = 14 * 86_400_000;

const mostActions = 5;

/** The nearest deadlines by themselves, the rest in one line: they must not hide what else there is. */
export function actionNeeds(
  pending: readonly Action[],
  total: number,
  byId: ReadonlyMap<string, Cluster>,
): readonly Need[] {
  const shown = pending.slice(0, mostActions).map((action) => actionNeed(action, byId.get(action.cluster_id)));
  const rest = total - shown.length;
  if (rest <= 0) return shown;
  return [
    ...shown,
    {
      key: 'other actions',
      tone: actionTone.pending_approval,
      word: statusWords('pending_approval'),
      what: `${rest} more ${rest === 1 ? 'action waits' : 'actions wait'} for approval`,
      next: 'Those above expire first.',
      when: undefined,
      link: { to: '/actions' },
      linkWords: 'See all actions',
    },
  ];
}

function actionNeed(action: Action, cluster: Cluster | undefined): Need {
  return {
    key: `action ${action.id}`,
    tone: actionTone[action.status],
    word: statusWords(action.status),
    what: actionWords(action),
    next: action.reason,
    cluster,
    when: action.expires_at === null ? undefined : { words: 'expires', at: action.expires_at },
    link: { to: '/actions/$actionId', params: { actionId: action.id } },
    linkWords: 'Decide',
  };
}

type Scores = ReadonlyMap<string, { readonly stale: boolean }>;

export function clusterNeeds(clusters: readonly Cluster[], scores: Scores): readonly Need[] {
  const inPhase = (wanted: Cluster['phase']) => clusters.filter(({ phase }) => phase === wanted);
  const stale = inPhase('Ready').filter(({ id }) => scores.get(id)?.stale === true);
  return [...[...inPhase('Unreachable'), ...inPhase('Degraded')].map(phaseNeed), ...stale.map(staleNeed)];
}

function phaseNeed(cluster: Cluster): Need {
  return {
    key: `phase ${cluster.id}`,
    tone: phaseTone[cluster.phase],
    word: cluster.phase,
    what: cluster.phase === 'Unreachable' ? 'The cluster cannot be reached' : 'The cluster is not fully seen',
    next: cluster.message,
    cluster,
    when: cluster.last_seen_at === null ? undefined : { words: 'last seen', at: cluster.last_seen_at },
    link: { to: '/clusters/$clusterId/settings', params: { clusterId: cluster.id } },
    linkWords: 'See its settings',
  };
}

function staleNeed(cluster: Cluster): Need {
  return {
    key: `stale ${cluster.id}`,
    tone: 'unknown',
    word: 'stale',
    what: 'Nothing new is heard of the cluster',
    next: 'It lets us in, but its watch tells nothing. It is tried again by itself; if it stays so, look at its API server.',
    cluster,
    when: undefined,
    link: { to: '/clusters/$clusterId', params: { clusterId: cluster.id } },
    linkWords: 'See the cluster',
  };
}

export function issueNeeds(issues: readonly OpenIssue[], byId: ReadonlyMap<string, Cluster>): readonly Need[] {
  return issues
    .filter(({ severity, expected }) => severity !== 'info' && !expected)
    .map((issue) => ({
      key: issue.id,
      tone: severityTone[issue.severity],
      word: issue.severity,
      what: issue.message,
      next: issue.suggested_action,
      cluster: byId.get(issue.cluster_id),
      object: objectWords(issue.object),
      when: { words: 'for', at: issue.first_seen, as: 'for' },
      link: {
        to: '/clusters/$clusterId',
        params: { clusterId: issue.cluster_id },
        search: { severity: issue.severity, category: issue.category },
      },
      linkWords: 'See the issue',
    }));
}

/** Credentials that end soon: your tokens, and those by which clusters are watched. */
export function endingNeeds(tokens: readonly Token[], clusters: readonly Cluster[], now: number): readonly Need[] {
  const soon = (at: string | null): at is string =>
    at !== null && Date.parse(at) > now && Date.parse(at) - now < soonMs;
  const ofTokens = tokens
    .filter(({ revoked_at, expires_at }) => revoked_at === null && soon(expires_at))
    .map(
      ({ id, name, expires_at }): Need => ({
        key: `token ${id}`,
        tone: 'attention',
        word: 'ends soon',
        what: `Your token ${name} ends`,
        next: 'Create another, put it where this one is used, then revoke this one.',
        when: { words: 'ends', at: expires_at },
        link: { to: '/settings/access-tokens' },
        linkWords: 'See your tokens',
      }),
    );
  const ofClusters = clusters.flatMap((cluster): readonly Need[] => {
    const { expires_at: at } = cluster.credential;
    if (!soon(at)) return [];
    return [
      {
        key: `credential ${cluster.id}`,
        tone: 'attention',
        word: 'ends soon',
        what: 'The credentials of the cluster end',
        next: 'Make new ones and replace them in its settings.',
        cluster,
        when: { words: 'ends', at },
        link: { to: '/clusters/$clusterId/settings', params: { clusterId: cluster.id } },
        linkWords: 'See its settings',
      },
    ];
  });
  return [...ofClusters, ...ofTokens];
}
