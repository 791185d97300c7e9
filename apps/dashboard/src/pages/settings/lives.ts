/** How long a token or a secret may live, to choose from. The API takes any number of days up to a year. */
export const lives = [7, 30, 90, 180, 365].map((days) => ({ value: String(days), label: `${days} days` }));
