import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { namesEtag } from '@wheelhouse/kit';
import type { OwnPassage } from '../routes/route-tree.ts';

/** Less than this grows when it is packed, or as good as. */
const leastPacked = 256;
/** Packed tightly, half a megabyte takes a second of a core: what is larger than this is packed fast only. */
const mostPackedTightly = 1024 * 1024;
const packable = /^text\/|^image\/svg/;

const packFast = promisify(gzip);
const packTightly = promisify(brotliCompress);

/** A file of a page, kept in memory in each form it is sent in. */
export class Asset {
  /** Names its content: another content, another edition. */
  readonly edition: string;
  readonly type: string;
  readonly plain: Buffer;
  #gzip: Promise<Buffer> | undefined;
  #brotli: Buffer | undefined;
  #isPacking = false;

  constructor(plain: Buffer, type: string) {
    this.edition = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
    this.type = type;
    this.plain = plain;
  }

  /**
   * The smallest there is of what is understood. It is packed when first asked for: a gateway that shows no page packs
   * nothing. Nobody waits for the tight packing; until it is done the fast one serves.
   */
  async smallest(accepted: string): Promise<{ readonly bytes: Buffer; readonly encoding?: 'br' | 'gzip' }> {
    const { plain } = this;
    if (!packable.test(this.type) || plain.length < leastPacked) return { bytes: plain };
    if (takes(accepted, 'br') && plain.length <= mostPackedTightly) {
      if (this.#brotli !== undefined) return { bytes: this.#brotli, encoding: 'br' };
      this.#beginBrotli();
    }
    if (!takes(accepted, 'gzip')) return { bytes: plain };
    this.#gzip ??= packFast(plain, { level: constants.Z_BEST_COMPRESSION });
    return { bytes: await this.#gzip, encoding: 'gzip' };
  }

  #beginBrotli(): void {
    if (this.#isPacking) return;
    this.#isPacking = true;
    packing = packing.then(async () => {
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: this.plain.length };
      // Where it fails the fast packing goes on serving.
      this.#brotli = await packTightly(this.plain, { params }).catch(() => undefined);
    });
  }
}

/** One after the other, so that one core at most is busy with it. */
let packing = Promise.resolve();

function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';').map((word) => word.trim().toLowerCase());
    const weight = parameters.find((word) => word.startsWith('q='));
    return name === encoding && (weight === undefined || Number(weight.slice(2)) > 0);
  });
}

/** Answers with the asset, packed where that is understood, or with 304 where it is already there. */
export async function answerAsset(
  passage: OwnPassage,
  asset: Asset,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { edition, type } = asset;
  // Weak: packed and plain are the same thing in other bytes.
  const always = { 'x-content-type-options': 'nosniff', vary: 'accept-encoding', ...headers, etag: `W/"${edition}"` };
  if (namesEtag(passage.header('if-none-match') ?? '', `"${edition}"`)) {
    passage.answer(304, always, '');
    return;
  }
  const { bytes, encoding } = await asset.smallest(passage.header('accept-encoding') ?? '');
  const packed = encoding === undefined ? {} : { 'content-encoding': encoding };
  passage.answer(200, { ...always, ...packed, 'content-type': type }, bytes);
}
