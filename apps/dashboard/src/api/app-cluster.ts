import type { App } from './apps.ts';
import { client } from './client.ts';

/** What asks the cluster itself before it answers. */
export const scaleApp = async (id: string, replicas: number): Promise<App> =>
  (await client.post('/platform/api/v1/apps/{id}/scale', { params: { id }, body: { replicas } })).data;
