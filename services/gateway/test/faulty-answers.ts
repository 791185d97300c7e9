/**
 * A module's half of an exchange, step by step: bytes, a pause in milliseconds, an end, or all but the first step
 * again. After the last it says nothing more.
 */
export type Step = string | number | { readonly does: 'close' | 'reset' | 'again' };

/** What the caller must be told. */
export type Told =
  | { readonly code: 'upstream_error' }
  /** The time that runs out: to the first byte, or between two. */
  | { readonly code: 'upstream_timeout'; readonly after: 'first byte' | 'idle' }
  /** Begun, and hung up on before its end; at once, or when it stood still for too long. */
  | { readonly cut: 'at once' | 'idle' }
  | { readonly whole: string };

export interface FaultyAnswer {
  readonly steps: readonly Step[];
  readonly told: Told;
  /** The connection broke before the first byte: a GET is sent once more. */
  readonly repeated?: boolean;
}

const close = { does: 'close' } as const;
const reset = { does: 'reset' } as const;
const again = { does: 'again' } as const;
const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const whole = `${ok}Content-Length: 5\r\n\r\nhello`;
const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n';
const broken = { code: 'upstream_error' } as const;
const late = { code: 'upstream_timeout', after: 'first byte' } as const;
const still = { code: 'upstream_timeout', after: 'idle' } as const;
const cut = { cut: 'at once' } as const;
const cutIdle = { cut: 'idle' } as const;

/** By the name that the path ends with. */
export const faultyAnswers: Readonly<Record<string, FaultyAnswer>> = {
  'closes-without-a-word': { steps: [close], told: broken, repeated: true },
  'resets-without-a-word': { steps: [reset], told: broken, repeated: true },
  'closes-in-its-head': { steps: ['HTTP/1.1 200 OK\r\nContent-Le', close], told: broken, repeated: true },
  'resets-in-its-head': { steps: ['HTTP/1.1 200 OK\r\nContent-Le', 50, reset], told: broken, repeated: true },
  'asks-for-more': { steps: ['HTTP/1.1 100 Continue\r\n\r\n', whole], told: broken, repeated: true },
  'speaks-something-else': { steps: ['hello, this is no HTTP\r\n\r\n'], told: broken },
  'speaks-bytes': { steps: ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\0\0\0'], told: broken },
  'speaks-json-only': { steps: ['{"data":[]}', close], told: broken },
  'has-a-bad-status': { steps: ['HTTP/1.1 20 OK\r\nContent-Length: 5\r\n\r\nhello'], told: broken },
  'has-two-lengths': { steps: [`${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`], told: broken },
  'has-a-length-and-chunks': {
    steps: [`${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    told: broken,
  },
  'has-another-encoding': { steps: [`${ok}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`], told: broken },
  'has-a-huge-header': { steps: [`${ok}X-A: ${'b'.repeat(100_000)}\r\n\r\n`], told: broken },
  // Long ones: short ones would be too slow for the limit, and late before they are too many.
  'has-endless-headers': { steps: [ok, `X-A: ${'b'.repeat(100)}\r\n`.repeat(100), 5, again], told: broken },
  'wants-another-protocol': {
    steps: ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
    told: broken,
    repeated: true,
  },
  'hints-without-end': { steps: ['', hint.repeat(50), again], told: broken },
  // It cannot be told from one that died in the middle.
  'ends-where-it-closes': { steps: [`${ok}Connection: close\r\n\r\nhello`, close], told: broken },
  'is-of-http-1-0': { steps: ['HTTP/1.0 200 OK\r\n\r\nhello', close], told: broken },
  'closes-behind-its-head': { steps: [`${ok}Content-Length: 5\r\n\r\n`, 30, close], told: broken },
  'closes-behind-its-chunked-head': { steps: [chunked, 30, reset], told: broken },

  'says-nothing': { steps: [], told: late },
  'says-half-a-head': { steps: ['HTTP/1.1 200 OK\r\nContent-Le'], told: late },
  'says-its-head-slowly': { steps: ['HTTP/1.1 200 OK\r\n', 'X', 300, again], told: late },
  'hints-now-and-then': { steps: ['', hint, 300, again], told: late },
  'hints-and-says-nothing': { steps: [200, hint], told: late },
  'says-its-head-and-nothing': { steps: [`${ok}Content-Length: 5\r\n\r\n`], told: still },
  'says-its-chunked-head-and-nothing': { steps: [chunked], told: still },

  'closes-in-its-body': { steps: [`${ok}Content-Length: 50\r\n\r\nhello`, close], told: cut },
  'closes-in-its-body-as-it-said': {
    steps: [`${ok}Connection: close\r\nContent-Length: 50\r\n\r\nhello`, close],
    told: cut,
  },
  'resets-in-its-body': { steps: [`${ok}Content-Length: 50\r\n\r\nhello`, 50, reset], told: cut },
  'closes-between-chunks': { steps: [`${chunked}5\r\nhello\r\n`, close], told: cut },
  'closes-between-chunks-as-it-said': {
    steps: [`${ok}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`, close],
    told: cut,
  },
  'resets-between-chunks-as-it-said': {
    steps: [`${ok}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`, 50, reset],
    told: cut,
  },
  'closes-in-a-chunk': { steps: [`${chunked}ff\r\nhello`, close], told: cut },
  'closes-in-its-last-chunk': { steps: [`${chunked}5\r\nhello\r\n0\r\n`, close], told: cut },
  'has-a-bad-chunk': { steps: [`${chunked}5\r\nhello\r\n`, 20, 'zz\r\n'], told: cut },
  'says-bytes-slowly-and-closes': {
    steps: [`${ok}Content-Length: 50\r\n\r\nh`, 300, 'e', 300, 'l', 300, 'l', 300, close],
    told: cut,
  },
  'says-half-its-body': { steps: [`${ok}Content-Length: 50\r\n\r\nhello`], told: cutIdle },
  'says-one-chunk': { steps: [`${chunked}5\r\nhello\r\n`], told: cutIdle },

  // Odd, but whole: nobody is hung up on for being slow, and what follows an answer is nobody's.
  'says-bytes-slowly': {
    steps: [`${ok}Content-Length: 5\r\n\r\nh`, 600, 'e', 600, 'l', 600, 'l', 600, 'o'],
    told: { whole: 'hello' },
  },
  'hints-first': { steps: [hint, 100, hint, 100, whole], told: { whole: 'hello' } },
  'says-more-than-its-length': {
    steps: [`${whole}HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison`],
    told: { whole: 'hello' },
  },
};
