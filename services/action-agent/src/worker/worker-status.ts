/** Whether the worker of this process acts on a cluster, and if not, why; told by /readyz. */
export class WorkerStatus {
  #trouble: string | undefined = 'not started yet';
  #missingRights: readonly string[] = [];

  acts(missingRights: readonly string[]): void {
    this.#trouble = undefined;
    this.#missingRights = missingRights;
  }

  /** Answers whether that is news. */
  waits(why: string): boolean {
    const isNew = this.#trouble !== why;
    this.#trouble = why;
    return isNew;
  }

  probes(): Readonly<Record<string, () => string | undefined>> {
    return {
      cluster: () => this.#trouble,
      rights: () =>
        this.#missingRights.length === 0
          ? undefined
          : `missing: ${this.#missingRights.join(', ')}; grant them as deploy/rbac/action-agent.yaml does`,
    };
  }
}
