const addressesFrom = (net: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${net}.${index + 1}`);

/** From which credentials are guessed: so few that their budget is soon spent. */
export const guessAddresses: readonly string[] = addressesFrom('203.0.113', 1);
/** From which bodies come: many, so that most of them are read and judged. */
export const bodyAddresses: readonly string[] = addressesFrom('198.51.100', 250);

/** Nearly a megabyte of fields that nobody knows. */
export const unknownFields: string = JSON.stringify(
  Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`f${index}`, index])),
);
