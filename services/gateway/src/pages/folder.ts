import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { Asset } from './asset.ts';

/** What is not of these kinds, such as a source map or the build's own records, is not served. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.sha256': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.tgz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

export interface BuiltPage {
  readonly page: Asset;
  /** By the path they are asked for under. */
  readonly files: ReadonlyMap<string, Asset>;
}

/** Reads a built dashboard into memory; undefined if there is none. `root` is the path it is reached under. */
export async function readFolder(folder: string, root: string): Promise<BuiltPage | undefined> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (html === undefined) return undefined;
  const files = new Map<string, Asset>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const words = relative(folder, file).split(sep);
    const type = types[extname(entry.name)];
    // A link may lead anywhere, and is no file here.
    if (!entry.isFile() || type === undefined || words.some((word) => word.startsWith('.'))) continue;
    files.set(`/${words.join('/')}`, new Asset(await readFile(file), type));
  }
  return { page: new Asset(Buffer.from(withBase(html, root)), 'text/html; charset=utf-8'), files };
}

/** Everything the page asks for is found from its base: so it works at any depth, and below any path. */
function withBase(html: string, root: string): string {
  const base = `<base href="${root.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}/" />`;
  const bare = html.replace(/<base\b[^>]*>\s*/i, '');
  return bare.replace(/<head\b[^>]*>/i, (head) => `${head}\n    ${base}`);
}
