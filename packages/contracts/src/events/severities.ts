/** Used by more than one event. */
export const severities = ['critical', 'high', 'medium', 'low'] as const;
