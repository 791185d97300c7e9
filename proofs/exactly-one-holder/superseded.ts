import type { AgentRequest } from './requests.ts';

/** Changes of a target under an older lease than one under which it had been changed before. */
export function supersededIn(requests: readonly AgentRequest[]): readonly AgentRequest[] {
  const newest = new Map<string, number>();
  return requests
    .flatMap((request) => (request.revision === undefined ? [] : [{ request, revision: request.revision }]))
    .toSorted((one, other) => one.revision - other.revision)
    .flatMap(({ request }) => {
      const before = newest.get(request.target) ?? 0;
      newest.set(request.target, Math.max(before, request.token));
      return request.token < before ? [request] : [];
    });
}

/** Changes that were refused to those who had been superseded: tried when another had already asked under a newer lease. */
export function keptOut(requests: readonly AgentRequest[]): number {
  const newest = new Map<string, number>();
  let count = 0;
  for (const { target, token, isWrite, code } of requests) {
    const before = newest.get(target) ?? 0;
    if (token < before && isWrite && code === 409) count += 1;
    newest.set(target, Math.max(before, token));
  }
  return count;
}

/** Actions that were asked for under more than one lease: another worker went on with them. */
export function takenOver(requests: readonly AgentRequest[], of: ReadonlySet<string>): number {
  const tokens = Map.groupBy(
    requests.filter(({ actionId }) => of.has(actionId)),
    ({ actionId }) => actionId,
  );
  return [...tokens.values()].filter((all) => new Set(all.map(({ token }) => token)).size > 1).length;
}
