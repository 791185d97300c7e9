import type { Client } from '@wheelhouse/sdk';
import { uuid } from '../../declare/resource.ts';
import { Failure } from '../../failure.ts';
import { type Invocation, type Run, textOption } from '../../invocation.ts';
import { noticing } from '../../noticing.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { patienceOf } from '../../waiting.ts';
import { cloudspaceNamed } from '../cloudspaces/cloudspace.ts';
import { type App, appNamed, isRunning, titleOf } from './app.ts';
import { type Described, describedIn } from './app-file.ts';
import { envGiven, fieldsGiven } from './app-options.ts';
import { changeApp, createApp, redeploy } from './asking.ts';
import { changeOf, leftOut } from './change-of.ts';
import { untilLive } from './deploying.ts';

const nothing: Described = {
  name: undefined,
  cloudspace: undefined,
  replicas: undefined,
  env: undefined,
  fields: {},
};

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const patience = patienceOf(invocation);
  const file = textOption(invocation, 'file');
  const described = file === undefined ? nothing : await describedIn(file);
  const wanted = withFlags(described, invocation);
  const typed = nameOf(args[0], wanted);
  const note = textOption(invocation, 'note');
  const client = await invocation.connect({ fetch: noticing(out) });
  const app = await existing(client, typed, wanted);
  const deployed =
    app === undefined ? await created(out, client, typed, file, wanted) : await changed(out, client, app, wanted, note);
  if (deployed !== undefined) await untilLive(out, client, deployed, patience);
};

/** What is said on the command line wins over the file; variables are merged by name. */
interface Wanted extends Described {
  readonly flags: ReturnType<typeof envGiven>;
}

function withFlags(described: Described, invocation: Invocation): Wanted {
  return {
    ...described,
    flags: envGiven(invocation),
    fields: { ...described.fields, ...fieldsGiven(invocation) },
  };
}

function nameOf(typed: string | undefined, { name }: Described): string {
  const given = typed ?? name;
  if (given === undefined)
    throw new Failure('usage', 'name an app, or describe one with -f FILE', 'wheelhouse apps deploy --help');
  if (name !== undefined && !uuid.test(given) && given.split('/').at(-1) !== name)
    throw new Failure('usage', `the file describes the app ${name}, not ${given}`);
  return given;
}

/** A file that names its CloudSpace means the app there, and no other of the same name. */
async function existing(client: Client, typed: string, { cloudspace }: Described): Promise<App | undefined> {
  if (uuid.test(typed) || typed.includes('/') || cloudspace === undefined) return appNamed(client, typed);
  return appNamed(client, `${(await cloudspaceNamed(client, cloudspace)).name}/${typed}`);
}

async function created(out: Output, client: Client, typed: string, file: string | undefined, wanted: Wanted) {
  const [name = '', space] = typed.split('/').toReversed();
  if (file === undefined)
    throw new Failure(
      'error',
      `there is no app ${typed}`,
      `create it: wheelhouse apps create ${name} --image IMAGE; or describe it: wheelhouse apps deploy -f app.yaml`,
    );
  out.note(plain(`there is no app ${typed} yet; creating it`));
  const { cloudspace = space, replicas, fields, flags } = wanted;
  const env = Object.fromEntries(Object.entries({ ...wanted.env, ...flags }).filter(([, value]) => value !== null));
  return createApp(client, { name, cloudspace, replicas, env, fields });
}

/** Answers the app if there is a deployment to wait for. */
async function changed(out: Output, client: Client, app: App, wanted: Wanted, note: string | undefined) {
  for (const line of leftOut(app, wanted)) out.note(plain(line));
  const change = changeOf(app, wanted);
  const isChange = Object.keys(change).length > 0;
  if (!isChange && !isRunning(app) && app.phase !== 'Live') return redeploy(client, app, note);
  const after = isChange ? await changeApp(client, app, { ...change, ...(note === undefined ? {} : { note }) }) : app;
  if (after.revision !== app.revision || isRunning(after)) return after;
  if (out.isJson) out.jsonLine(after.deployment);
  else
    out.line(
      plain(`nothing to deploy: revision ${after.revision} of ${titleOf(after)} is ${after.phase} and has it all`),
    );
  return undefined;
}
