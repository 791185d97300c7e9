import { type Caller, eventually, type TestProcess } from '@wheelhouse/testkit';
import { costs } from '../../services/k8s-monitor/test/generated/guide.ts';

/** What a health answer says, as far as the promise is about it. */
export interface Health {
  readonly healthScore: number;
  readonly totalNodes: number;
  readonly readyNodes: number;
  readonly stale: boolean;
  readonly issues: readonly {
    readonly reason: string;
    readonly score_impact: number;
    readonly capped: boolean;
    readonly action_id: string | null;
    readonly expected: boolean;
    readonly object: { readonly kind: string; readonly namespace: string | null; readonly name: string };
    readonly message: string;
  }[];
}

/** Of what is no rule, as of what is not visible, nothing is taken. */
const points: Readonly<Record<string, readonly (number | undefined)[]>> = costs;
const patienceMs = 120_000;

export const objectText = ({ kind, namespace, name }: Health['issues'][number]['object']) =>
  `${kind} ${namespace ?? ''} ${name}`;

/** Reads the health of one cluster; every answer that does not add up, costs what no guide says, or speaks of what is calm, is remembered. */
export class HealthReader {
  readonly #house: TestProcess;
  readonly #who: Caller;
  readonly clusterId: string;
  /** Objects that faults have touched: only these may be spoken of. */
  readonly touched = new Set<string>();
  /** From the time on at which the cluster was first well. */
  isStrict = false;
  readonly wrong = new Set<string>();
  reads = 0;

  constructor(house: TestProcess, who: Caller, clusterId: string) {
    this.#house = house;
    this.#who = who;
    this.clusterId = clusterId;
  }

  get tenantId(): string {
    return this.#who.tenantId;
  }

  /** Undefined while the cluster has not been observed. */
  async read(): Promise<Health | undefined> {
    const path = `/api/health?cluster_id=${this.clusterId}`;
    const answer = await this.#house.call(this.#who, 'GET', path, { module: 'k8s-monitor' });
    if (answer.status === 503) return undefined;
    if (answer.status !== 200) throw new Error(`health answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    const health = answer.body as Health;
    this.reads += 1;
    const sum = health.issues.reduce((total, { score_impact: impact }) => total + impact, 0);
    if (health.healthScore !== 100 - sum) this.wrong.add(`the score is ${health.healthScore}, the impacts make ${sum}`);
    for (const { reason, action_id: by, expected, score_impact: impact, capped, object } of health.issues) {
      const isRight = expected ? impact === 0 && !capped : capped || (points[reason] ?? [0]).includes(impact);
      if (expected !== (by !== null) || !isRight)
        this.wrong.add(`${reason} ${objectText(object)}: action ${by}, expected ${expected}, and it costs ${impact}`);
    }
    if (!this.isStrict) return health;
    for (const { reason, object } of health.issues) {
      if (!this.touched.has(objectText(object)))
        this.wrong.add(`nothing called for ${reason} on ${objectText(object)}`);
    }
    return health;
  }

  /** Reads until it is so. */
  until(isSo: (health: Health) => boolean): Promise<Health> {
    return eventually(async () => {
      const health = await this.read();
      if (health !== undefined && isSo(health)) return health;
      throw new Error(`not so within ${patienceMs / 1_000} s; last: ${JSON.stringify(health)}`);
    }, patienceMs);
  }
}
