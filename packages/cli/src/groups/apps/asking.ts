import type { Client, Paths } from '@wheelhouse/sdk';
import { chosenCloudspace } from '../cloudspaces/cloudspace.ts';
import { type App, appPath, appsPath } from './app.ts';
import type { Env, Fields } from './app-options.ts';
import { orRefused } from './refused.ts';

type CreateBody = Paths[typeof appsPath]['POST']['body'];
type ChangeBody = Paths[typeof appPath]['PATCH']['body'];

export interface NewApp {
  readonly name: string;
  /** Undefined: the only one there is. */
  readonly cloudspace: string | undefined;
  readonly replicas: unknown;
  readonly env: Env;
  readonly fields: Fields;
}

export async function createApp(client: Client, { name, cloudspace, replicas, env, fields }: NewApp): Promise<App> {
  const { id: cloudspace_id } = await chosenCloudspace(client, cloudspace);
  const body = {
    name,
    cloudspace_id,
    ...fields,
    ...(Object.keys(env).length === 0 ? {} : { env }),
    ...(replicas === undefined ? {} : { replicas }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- somebody wrote it; the API checks each field and names what is wrong
  return (await orRefused(client.post(appsPath, { body: body as unknown as CreateBody }))).data;
}

export async function changeApp(client: Client, app: App, change: Fields): Promise<App> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  const body = change as unknown as ChangeBody;
  return (await orRefused(client.patch(appPath, { params: { id: app.id }, body }), app)).data;
}

export async function redeploy(client: Client, app: App, note: string | undefined): Promise<App> {
  const body = note === undefined ? {} : { note };
  return (await orRefused(client.post(`${appPath}/redeploy`, { params: { id: app.id }, body }), app)).data;
}
