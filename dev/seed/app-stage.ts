/** What can be deployed to the demo's app. */
export const deployKinds = ['good', 'bad-image', 'crash', 'slow'] as const;
export type DeployKind = (typeof deployKinds)[number];

/** Where the demo's app runs, and what is asked of it there. */
export interface Stage {
  readonly placement: {
    readonly node_selector: Readonly<Record<string, string>>;
    readonly tolerations?: { readonly key: string; readonly operator: 'Exists'; readonly effect: 'NoSchedule' }[];
  };
  /** Null: a worker, for nobody answers where KWOK plays the pods. */
  readonly port: number | null;
  readonly image: (version: number) => string;
  readonly missingImage: string;
  /** What makes a version misbehave. */
  readonly variables: Readonly<Record<DeployKind, Readonly<Record<string, string>>>>;
}

const behaviour = 'KWOK_BEHAVIOUR';

/** KWOK says that its pods run. */
export const onKwok: Stage = {
  placement: { node_selector: { 'wheelhouse.dev/fleet': 'kwok' } },
  port: null,
  image: (version) => `acme/web:${version}.0.0`,
  missingImage: 'acme/web:no-such-version',
  variables: {
    good: {},
    'bad-image': { [behaviour]: 'image-pull' },
    crash: { [behaviour]: 'crash-loop' },
    slow: { [behaviour]: 'unready' },
  },
};

/** What a version says of itself; where it answers, that is its answer. */
export function variablesOf(stage: Stage, kind: DeployKind, version: number): Readonly<Record<string, string>> {
  return { GREETING: `Version ${version} of the shop.`, ...stage.variables[kind] };
}

export function imageOf(stage: Stage, kind: DeployKind, version: number): string {
  return kind === 'bad-image' ? stage.missingImage : stage.image(version);
}
