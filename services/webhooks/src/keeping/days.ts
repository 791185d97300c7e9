export const dayMs = 86_400_000;
/** So long a held delivery waits for somebody who wants it. */
export const heldDays = 30;
/** As long as events and ended deliveries are kept; the migration says it. */
export const historyDays = 35;
