import { join } from 'node:path';
import type { EdgeContext } from '@wheelhouse/kit';
import type { GatewayTable } from '../config.ts';
import type { Destination, OwnPassage } from '../routes/route-tree.ts';
import { answerAsset } from './asset.ts';
import { type BuiltPage, readFolder } from './folder.ts';
import { fileHeaders, hashedFileHeaders, pageHeaders } from './page-headers.ts';

/** A request, as far as it matters whether a page answers it. */
export interface Asked {
  readonly method: string;
  header(name: 'accept' | 'sec-fetch-dest'): string | undefined;
}

/** The dashboard: its files, and its page for every place in it. */
export interface Pages {
  readonly isBuilt: boolean;
  /** Asked for what no module has. */
  readonly find: (path: string, asked: Asked) => ReadonlyMap<string, Destination> | undefined;
}

/** Where `npm run build` puts it. */
const usualFolder = join(import.meta.dirname, '../../../../apps/dashboard/dist');

/** What lies below these is never a place of the dashboard. */
const notOurs = /^\/(?:api|assets|cli|docs)(?:\/|$)/;
/** The CLI of this installation: `npm install -g {EXTERNAL_URL}/cli`. */
const cliPackage = '/cli/wheelhouse.tgz';

type Shown = ReadonlyMap<string, Destination>;

export async function openPages({
  settings,
  log,
}: Pick<EdgeContext<GatewayTable>, 'settings' | 'log'>): Promise<Pages> {
  const folder = settings.DASHBOARD_DIR ?? usualFolder;
  const root = new URL(settings.EXTERNAL_URL).pathname.replace(/\/$/, '');
  const built = await readFolder(folder, root);
  if (built === undefined) log.warn({ folder }, 'the dashboard is not built (no index.html); only the API is served');
  const page = built === undefined ? notBuilt(root) : pageOf(built);
  const files = new Map(built === undefined ? [] : filesOf(built)).set('/', page);
  return {
    isBuilt: built !== undefined,
    find: (path, asked) => {
      const file = files.get(path === '/cli' ? cliPackage : path);
      if (file !== undefined) return file;
      return !notOurs.test(path) && isNavigation(asked) ? page : undefined;
    },
  };
}

/** Programs that ask for a place which is none are told so, and get no page. */
function isNavigation(asked: Asked): boolean {
  if (asked.method !== 'GET' && asked.method !== 'HEAD') return false;
  return asked.header('sec-fetch-dest') === 'document' || (asked.header('accept') ?? '').includes('text/html');
}

function pageOf({ page }: BuiltPage): Shown {
  return shown('/', (passage) => answerAsset(passage, page, pageHeaders));
}

function* filesOf({ files }: BuiltPage): Iterable<readonly [string, Shown]> {
  for (const [path, asset] of files) {
    if (path.startsWith('/api/') || path.startsWith('/docs/')) continue;
    const headers = path.startsWith('/assets/') ? hashedFileHeaders : fileHeaders;
    yield [path, shown('/*', (passage) => answerAsset(passage, asset, headers))];
  }
}

function notBuilt(root: string): Shown {
  const words = `The dashboard is not built, so there is no page here.
Next step: run npm run build, then restart the server.
The API is available; its reference is at ${root}/api/docs.
`;
  const headers = { ...fileHeaders, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return shown('/', async ({ answer }) => answer(503, headers, words));
}

/** `route` is its name in figures: one for all files, whose names change with every build. */
function shown(route: string, answer: (passage: OwnPassage) => Promise<void>): Shown {
  const destination: Destination = {
    module: 'gateway',
    route,
    row: { method: 'GET', url: route, access: 'public' },
    strip: 0,
    scope: undefined,
    isPage: true,
    own: (passage) => {
      answer(passage).catch((error: unknown) => passage.fail(error));
    },
  };
  return new Map([
    ['GET', destination],
    ['HEAD', destination],
  ]);
}
