import { isPlaceholder, isRandom, isWords } from './harmless.ts';
import type { MaskRule } from './rule.ts';

const quote = String.raw`\\{0,7}["']?`;
/** A header as curl, Go, JSON and logs write it. */
const header = (names: string) =>
  String.raw`(?<![0-9A-Za-z])(?:${names})${quote}\]?[ \t]{0,4}[:=][ \t]{0,4}\[?${quote}`;

/** Secrets that are known by where they stand: in an address, behind a header's name, in an element. */
export const placeRules: readonly MaskRule[] = [
  {
    kind: 'url_password',
    // Up to the last @ before the path: a password may hold one.
    pattern: /:\/\/[^\s:@/"'<>]{0,128}:(?<secret>[^\s/?#"'<>]{1,8192})@(?!sha256:)/dg,
    replaced: 'group',
    unless: isPlaceholder,
  },
  {
    kind: 'url_password',
    // One with a slash in it; a port and a path are none.
    pattern: /:\/\/[^\s:@/"'<>]{0,128}:(?!\d{1,5}[/?#])(?<secret>(?:(?!:\/\/)[^\s@"'<>]){1,8192})@(?!sha256:)/dg,
    replaced: 'group',
    unless: isPlaceholder,
  },
  // A token in the place of the user.
  {
    kind: 'url_password',
    pattern: /:\/\/(?<secret>[\w-]{20,128})@/dg,
    replaced: 'group',
    unless: isWords,
  },
  {
    kind: 'dsn_password',
    // Looks back from what is rare.
    pattern: /@(?:tcp|unix|udp)\((?<=(?<![\w.-])[\w.-]{1,64}:(?<secret>[^\s"'@]{1,256})@(?:tcp|unix|udp)\()/dg,
    replaced: 'group',
    unless: isPlaceholder,
  },
  {
    kind: 'authorization',
    pattern: new RegExp(
      String.raw`${header('(?:proxy-)?authorization')}(?:[a-z][\w-]{0,31}[ \t]{1,4})?(?<secret>[^\s"'\\,;]{6,})`,
      'dgi',
    ),
    replaced: 'group',
    unless: (text) => isPlaceholder(text) || isWords(text),
  },
  {
    kind: 'authorization',
    pattern: new RegExp(
      String.raw`${header('(?:proxy-)?authorization')}(?:Digest|OAuth|AWS4-HMAC-SHA256|Hawk)[ \t]{1,4}(?<secret>[^\r\n]+)`,
      'dgi',
    ),
    replaced: 'group',
  },
  {
    kind: 'authorization',
    pattern: /(?<![0-9A-Za-z])Bearer[ \t]{1,4}(?<secret>[\w.~+/-]{16,}={0,2})/dgi,
    replaced: 'group',
    unless: isWords,
  },
  {
    kind: 'authorization',
    pattern: /(?<![0-9A-Za-z])Basic[ \t]{1,4}(?<secret>[0-9A-Za-z+/]{8,}={0,2})/dgi,
    replaced: 'group',
    // `Basic authentication` reads as base64 too.
    unless: (text) => !Buffer.from(text, 'base64').toString('latin1').includes(':'),
  },
  {
    kind: 'cookie',
    pattern: new RegExp(
      String.raw`${header('(?:set-)?cookies?')}(?<secret>[^\s=;"']{1,128}=[^\s;"']+(?:;[ \t]?[^\s;"']+)*)`,
      'dgi',
    ),
    replaced: 'group',
  },
  {
    kind: 'password',
    // `curl -u name:password`; ids of a user and a group are none.
    pattern: /[ \t](?:-u|--user|--proxy-user)[ \t=]{1,4}["']?[^\s:"']{1,128}:(?<secret>[^\s"']{1,512})/dg,
    replaced: 'group',
    unless: (text) => /^\d+$/.test(text) || isWords(text) || isPlaceholder(text),
  },
  {
    kind: 'registry_password',
    pattern: /\\{0,7}["']auth\\{0,7}["'][ \t]{0,8}:[ \t]{0,8}\\{0,7}["'](?<secret>[0-9A-Za-z+/]{8,}={0,2})/dg,
    replaced: 'group',
    unless: (text) => isWords(text) && !text.endsWith('='),
  },
  {
    kind: 'authorization',
    // As browsers open a WebSocket of an API server.
    pattern: /bearer\.authorization\.k8s\.io\.(?<secret>[\w-]{8,})/dg,
    replaced: 'group',
  },
  {
    kind: 'token',
    // In prose: `with token … rejected`.
    pattern:
      /(?:password|passwd|secret|token|api[ _-]?key)[ \t]{1,2}(?:is[ \t]|was[ \t])?["']?(?<secret>[\w+/=.~-]{12,})/dgi,
    replaced: 'group',
    unless: (text) => !isRandom(text),
  },
  {
    kind: 'password',
    pattern: /(?<![0-9A-Za-z])(?:password|identified by|requirepass|masterauth)[ \t]{1,4}(?=\\{0,7}["']\S)/gi,
    replaced: 'value',
  },
];
