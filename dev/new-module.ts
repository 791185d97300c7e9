import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** `npm run new-module NAME [PORT]`: a module of its own, made from services/example, that passes its tests at once. */
const services = join(import.meta.dirname, '../services');
const scaffold = 'example';
const scaffoldPort = 8070;
const usualPort = 8071;
/** Schemas that are somebody's already, and words PostgreSQL keeps for itself. */
const takenSchemas = [
  'kit',
  'jobs',
  'public',
  'all',
  'analyze',
  'check',
  'default',
  'end',
  'grant',
  'group',
  'order',
  'select',
  'table',
  'user',
];

export interface ModuleNames {
  /** As the folder, the package and the queues say it: `cost-report`. */
  readonly name: string;
  /** As PostgreSQL says it: `cost_report`. */
  readonly schema: string;
  /** As TypeScript says it: `costReport`. */
  readonly camel: string;
}

export class Refused extends Error {}

export function namesOf(name: string): ModuleNames {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40)
    throw new Refused(
      `"${name}" is not a module's name. Next step: take lower-case words joined by hyphens, such as cost-report`,
    );
  const schema = name.replaceAll('-', '_');
  if (takenSchemas.includes(schema))
    throw new Refused(`the schema ${schema} is not a module's to own. Next step: take another name`);
  return { name, schema, camel: name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()) };
}

/** Makes services/NAME and answers its folder. */
export function newModule(name: string, port = usualPort): string {
  const names = namesOf(name);
  const folder = join(services, name);
  if (existsSync(folder))
    throw new Refused(`services/${name} exists already. Next step: take another name, or remove that folder`);
  if (!Number.isInteger(port) || port < 1_024 || port > 65_535)
    throw new Refused(`${port} is not a port. Next step: take a whole number from 1024 to 65535`);
  const neighbour = moduleOn(port);
  if (neighbour !== undefined)
    throw new Refused(`services/${neighbour} has port ${port}. Next step: npm run new-module ${name} ${port + 1}`);
  try {
    copy(names, port, folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

function moduleOn(port: number): string | undefined {
  return readdirSync(services).find((name) => {
    const file = join(services, name, 'src/module.ts');
    return existsSync(file) && new RegExp(`\\bport: ${port}\\b`).test(readFileSync(file, 'utf8'));
  });
}

function copy(names: ModuleNames, port: number, folder: string): void {
  cpSync(join(services, scaffold), folder, {
    recursive: true,
    filter: (source) => !source.endsWith('node_modules'),
  });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, renamed(readFileSync(file, 'utf8'), names, port));
  }
  writeFileSync(join(folder, 'package.json'), manifestOf(names));
  writeFileSync(join(folder, 'README.md'), readmeOf(names, port));
}

/** The longer spellings first: what is left over is the plain name. */
export function renamed(text: string, { name, schema, camel }: ModuleNames, port: number): string {
  return text
    .replaceAll(/\/\*\* The scaffold every module begins from\..*\*\/\n/g, '')
    .replaceAll(`${scaffold}Module`, `${camel}Module`)
    .replaceAll(`${scaffold}.notes`, `${schema}.notes`)
    .replaceAll(scaffold.toUpperCase(), schema.toUpperCase())
    .replaceAll(new RegExp(`\\b${scaffold}\\b`, 'g'), name)
    .replaceAll(`port: ${scaffoldPort}`, `port: ${port}`);
}

/** Only the module itself is for others; proofs look deeper into the scaffold than anyone may into a module. */
function manifestOf({ name }: ModuleNames): string {
  const manifest = JSON.parse(readFileSync(join(services, scaffold, 'package.json'), 'utf8')) as object;
  const own = { ...manifest, name: `@wheelhouse/${name}`, exports: { '.': './src/module.ts' } };
  return `${JSON.stringify(own, undefined, 2)}\n`;
}

function readmeOf({ name, schema }: ModuleNames, port: number): string {
  return `# ${name}

What it is for, in one sentence.

| | |
|---|---|
| owns | the schema \`${schema}\`: \`notes\` |
| serves | \`/api/v1/notes\` on port ${port} |
| hears | \`internal.note_changed\` of its own |
| says | \`internal.note_changed\` |
| jobs | \`finish\`: brings a note to done |
| settings | none of its own |
`;
}

function nextSteps({ name, camel }: ModuleNames, port: number): string {
  return `made services/${name} on port ${port}. What to do next:
  npm run engines -- up postgresql rabbitmq   if they are not up
  npx vitest run services/${name}             passes as it is
  npm install && npm run lock                 so that others can import @wheelhouse/${name}
  apps/server/src/modules.ts                  add ${camel}Module, when it is to be shipped
  docs/guides/write-a-module.md               goes on from here`;
}

function main(argv: readonly string[]): number {
  const { positionals } = parseArgs({ args: [...argv], allowPositionals: true });
  const [name, port, ...more] = positionals;
  if (name === undefined || more.length > 0) {
    console.error('new-module: give one name. Next step: npm run new-module NAME [PORT]');
    return 2;
  }
  try {
    const chosen = port === undefined ? usualPort : Number(port);
    newModule(name, chosen);
    console.log(nextSteps(namesOf(name), chosen));
    return 0;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(`new-module: ${error.message}`);
    return 2;
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
