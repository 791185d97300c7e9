const minute = 60_000;
const hour = 60 * minute;

/** A session that nobody uses ends by itself, and so does any after a week. */
export const idleMs = 12 * hour;
export const longestMs = 7 * 24 * hour;
/** How long a proof of who one is serves for what wants a fresh one: making tokens, changing SSO. */
export const freshMs = 15 * minute;
