import type { Tab } from './browser.ts';
import type { Keyboard } from './keyboard.ts';
import type { World } from './world.ts';

export interface Scene {
  readonly world: World;
  readonly keys: Keyboard;
  readonly tab: Tab;
  readonly slug: string;
  readonly tenantId: string;
  /** What was learnt on the way. */
  totp: string;
  step: number;
  inviteLink: string;
  clusterId: string;
}

export type Flow = (scene: Scene) => Promise<void>;

/** Reads what is shown once, says that it is saved, closes; and it is gone. */
export async function saveShown({ keys, world, tab: { page } }: Scene, what: string): Promise<string> {
  const shown = page.locator('code[data-secret]').last();
  await keys.sees(/it is shown only once/);
  const text = (await shown.textContent()) ?? '';
  world.secrets.look(text);
  for (const line of text.split('\n')) if (!line.startsWith('http')) world.secrets.add(line);
  await keys.use('checkbox', `I saved the ${what}`, 'Space');
  await keys.use('button', 'Close');
  await shown.waitFor({ state: 'detached' });
  return text;
}
