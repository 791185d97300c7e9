import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { namesEtag } from '@wheelhouse/kit';
import type { OwnPassage } from '../routes/route-tree.ts';

/** A file of the page, made once and kept as it is sent. */
export interface Asset {
  /** Names its content: another content, another edition. */
  readonly edition: string;
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: Buffer;
}

const pack = promisify(gzip);

export async function assetOf(plain: Buffer, type: string): Promise<Asset> {
  const edition = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  return { edition, type, plain, packed: await pack(plain) };
}

const takesGzip = /(?:^|[\s,])gzip(?:\s*;\s*q=(?:1|0\.\d*[1-9]))?\s*(?:,|$)/i;

/** Answers with the asset, packed where that is understood, or with 304 where it is already there. */
export function answerAsset(
  passage: OwnPassage,
  { edition, type, plain, packed }: Asset,
  headers: Readonly<Record<string, string>>,
): void {
  // Weak: packed and plain are the same thing in other bytes.
  const etag = `W/"${edition}"`;
  const always = { 'x-content-type-options': 'nosniff', ...headers, etag, vary: 'accept-encoding' };
  if (namesEtag(passage.header('if-none-match') ?? '', `"${edition}"`)) passage.answer(304, always, '');
  else if (takesGzip.test(passage.header('accept-encoding') ?? ''))
    passage.answer(200, { ...always, 'content-type': type, 'content-encoding': 'gzip' }, packed);
  else passage.answer(200, { ...always, 'content-type': type }, plain);
}
