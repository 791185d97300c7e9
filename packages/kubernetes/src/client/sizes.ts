const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** What is read of an answer, whoever stands at the address. An API server stays far below each of these. */
export const sizes = {
  /** Who the server is, and whether it allows something. */
  small: 64 * kibibyte,
  /** etcd takes no larger object. */
  object: 1.5 * mebibyte,
  /** A page that is larger is asked for again in smaller ones. */
  page: 4 * mebibyte,
  /** A line of a log; of a longer one the beginning. */
  line: 64 * kibibyte,
  /** What an application answered, as far as it is shown to anybody. */
  shown: 4 * kibibyte,
} as const;

/** Parsing costs by the value, not by the byte: 4 MiB of `{},` are more than a million objects, and seconds of a standing loop. */
const mostValues = 250_000;
/** What is smaller cannot hold enough of them to matter. */
const countedFrom = 256 * kibibyte;

const [comma, brace, bracket] = [0x2c, 0x7b, 0x5b];

/** Whether it holds more values than a page of real objects can. Commas in texts count too, which real objects have few of. */
export function hasTooManyValues(json: Buffer): boolean {
  if (json.length < countedFrom) return false;
  let values = 0;
  for (const byte of json) {
    if (byte !== comma && byte !== brace && byte !== bracket) continue;
    values += 1;
    if (values > mostValues) return true;
  }
  return false;
}
