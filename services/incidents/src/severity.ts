import type { severities } from '@wheelhouse/contracts';

export type Severity = (typeof severities)[number];

const ranks: Readonly<Record<Severity, number>> = { critical: 3, high: 2, medium: 1, low: 0 };

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return ranks[severity] >= ranks[least];
}

export function worseOf(one: Severity, other: Severity): Severity {
  return ranks[one] >= ranks[other] ? one : other;
}
