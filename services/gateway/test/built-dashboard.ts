import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder as the dashboard's build leaves one, with what must not be served besides. */
export interface BuiltDashboard {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

export const program = `document.querySelector('#app').textContent = 'ready';\n${'// words that pack well\n'.repeat(200)}`;
export const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <base href="/" />
    <title>A dashboard</title>
    <script src="./theme.js"></script>
    <script type="module" src="./assets/main-Ab12Cd34.js"></script>
    <link rel="stylesheet" href="./assets/main-Ef56Gh78.css" />
  </head>
  <body><div id="app"></div></body>
</html>
`;

const files: Readonly<Record<string, string | Buffer>> = {
  'index.html': page,
  'theme.js': `document.documentElement.dataset.theme = 'dark';`,
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/main-Ab12Cd34.js': program,
  'assets/main-Ef56Gh78.css': 'body { color: rgb(1, 2, 3) }',
  'assets/picture-Ij90Kl12.png': picture,
  'assets/main-Ab12Cd34.js.map': '{"sources":["a secret of the build"]}',
  'manifest.json': '{"a record":"of the build"}',
  '.vite/manifest.js': 'a record of the build',
  'api/docs.js': 'not where the API is',
};

export async function builtDashboard(): Promise<BuiltDashboard> {
  const above = await mkdtemp(join(tmpdir(), 'dashboard-'));
  const folder = join(above, 'dist');
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  await writeFile(join(above, 'secret.js'), 'a secret beside the folder');
  await symlink(join(above, 'secret.js'), join(folder, 'linked.js'));
  return { folder, remove: () => rm(above, { recursive: true }) };
}
