import type { Facts } from '@wheelhouse/contracts';
import { maskValue } from '@wheelhouse/kit';

/** As long as a line is told; it is cut when nothing in it is secret any more. */
const longestLine = 1_000;
const longestText = 1_000;

/** What others wrote, without secrets: logs, messages and warnings. Names and states stay as they are. */
export async function masked(facts: Facts): Promise<Facts> {
  const { workload, pods, issues, warnings, logs, not_visible } = facts;
  const { value } = await maskValue({
    rollout: workload?.rollout_message ?? null,
    pods: pods.map(({ unschedulable, last_end: end }) => ({ unschedulable, reason: end?.reason ?? null })),
    issues: issues.map(({ message }) => ({ message })),
    warnings: warnings.map(({ message }) => ({ message })),
    logs: logs.map(({ lines }) => ({ lines })),
    hidden: not_visible.map(({ why }) => ({ why })),
  });
  return {
    ...facts,
    workload: workload && { ...workload, rollout_message: cut(value.rollout) },
    pods: pods.map((pod, index) => {
      const { unschedulable = null, reason = null } = value.pods[index] ?? {};
      return {
        ...pod,
        unschedulable: cut(unschedulable),
        last_end: pod.last_end && { ...pod.last_end, reason: reason ?? '' },
      };
    }),
    issues: issues.map((issue, index) => ({ ...issue, message: value.issues[index]?.message ?? '' })),
    warnings: warnings.map((warning, index) => ({ ...warning, message: value.warnings[index]?.message ?? '' })),
    logs: logs.map((log, index) => ({
      ...log,
      lines: (value.logs[index]?.lines ?? []).map((line) => line.slice(0, longestLine).toWellFormed()),
    })),
    not_visible: not_visible.map((hidden, index) => ({ ...hidden, why: value.hidden[index]?.why ?? hidden.part })),
  };
}

function cut(text: string | null): string | null {
  return text === null ? null : text.slice(0, longestText).toWellFormed();
}
