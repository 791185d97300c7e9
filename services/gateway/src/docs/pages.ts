import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EdgeContext, namesEtag } from '@wheelhouse/kit';
import type { GatewayTable } from '../config.ts';
import { Asset, answerAsset } from '../pages/asset.ts';
import type { OwnPassage, RouteTree } from '../routes/route-tree.ts';
import { descriptionsOf } from './published.ts';
import { scalarProgram } from './scalar.ts';

/** Nothing but this origin, neither for what the page is made of nor for what is tried from it. */
const policy = [
  "default-src 'self'",
  // The API browser brings its styles in its program.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

const pageHeaders = {
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};
const fileHeaders = { 'cache-control': 'no-cache' };
const iconHeaders = { 'cache-control': 'public, max-age=86400' };
/** Asked for by its edition, so it never changes. */
const programHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };

/**
 * The descriptions of the API and their browser. The page is public, for it holds nothing of the API; what it
 * shows needs a credential of any kind but an ingest token, unless the operator has said that anyone may see it.
 */
export function docsPages(context: EdgeContext<GatewayTable>, hasDashboard: boolean): (tree: RouteTree) => void {
  const { settings } = context;
  const root = new URL(settings.EXTERNAL_URL).pathname.replace(/\/$/, '');
  const access = settings.DOCS_PUBLIC ? 'public' : 'own';
  const descriptions = descriptionsOf(context, root);
  const html = once(() => fileOf('page.html', 'text/html; charset=utf-8'));
  const styles = once(() => fileOf('page.css', 'text/css; charset=utf-8'));
  const script = once(() => fileOf('page.js', 'text/javascript; charset=utf-8'));
  const icon = once(() => fileOf('icon.svg', 'image/svg+xml'));
  const program = once(async () => new Asset(await scalarProgram(), 'text/javascript; charset=utf-8'));

  return (tree) => {
    for (const path of ['/docs', '/api/docs/'])
      tree.addOwn(path, 'public', ({ answer }) => answer(308, { location: `${root}/api/docs` }, ''));
    tree.addOwn('/api/docs', 'public', shows(html, pageHeaders));
    tree.addOwn('/api/docs/page.css', 'public', shows(styles, fileHeaders));
    tree.addOwn('/api/docs/page.js', 'public', shows(script, fileHeaders));
    tree.addOwn('/api/docs/icon.svg', 'public', shows(icon, iconHeaders));
    tree.addOwn('/api/docs/scalar.js', 'public', shows(program, programHeaders));
    tree.addOwn(
      '/api/docs/sources.json',
      access,
      later(async ({ answer }) => {
        const { edition } = await program();
        const sources = descriptions.map(({ prefix }) => ({
          title: prefix.slice(1),
          url: `${root}/api${prefix}/openapi.json`,
        }));
        const told = {
          public: settings.DOCS_PUBLIC,
          dashboard: hasDashboard,
          program: `${root}/api/docs/scalar.js?edition=${edition}`,
          sources,
        };
        answer(200, { 'cache-control': 'no-store' }, JSON.stringify(told));
      }),
    );
    for (const description of descriptions)
      tree.addOwn(
        `/api${description.prefix}/openapi.json`,
        access,
        later(async (passage) => {
          const { text, etag } = await description.now();
          const headers = { etag, 'cache-control': 'private, no-cache' };
          if (namesEtag(passage.header('if-none-match') ?? '', etag)) passage.answer(304, headers, '');
          else passage.answer(200, headers, text);
        }),
      );
  };

  function shows(
    asset: () => Promise<Asset>,
    headers: Readonly<Record<string, string>>,
  ): (passage: OwnPassage) => void {
    return later(async (passage) => answerAsset(passage, await asset(), headers));
  }

  function later(work: (passage: OwnPassage) => Promise<void>): (passage: OwnPassage) => void {
    return (passage) => {
      work(passage).catch((error: unknown) => passage.fail(error));
    };
  }
}

async function fileOf(name: string, type: string): Promise<Asset> {
  return new Asset(await readFile(join(import.meta.dirname, 'page', name)), type);
}

/** Made when first asked for; if that failed, tried again the next time. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
