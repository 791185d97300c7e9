import { leaksIn } from '../audit/needles.ts';
import type { Tab } from './browser.ts';
import type { World } from './world.ts';

/** What a page leaves behind in the browser, by place. */
async function remainsOf({ page, context }: Tab): Promise<Readonly<Record<string, string>>> {
  const session = await context.newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  await session.detach();
  const kept = await page.evaluate<Record<string, string>>(`(async () => ({
    address: location.href,
    title: document.title,
    'history.state': JSON.stringify(history.state) ?? '',
    localStorage: JSON.stringify({ ...localStorage }),
    sessionStorage: JSON.stringify({ ...sessionStorage }),
    'document.cookie': document.cookie,
    'window.name': window.name,
    databases: JSON.stringify(await indexedDB.databases()),
    caches: JSON.stringify(await caches.keys()),
  }))()`);
  return { ...kept, history: entries.map(({ url, title }) => `${url} ${title}`).join('\n') };
}

/** Every secret there was so far, looked for in what the page leaves behind. */
export async function secretsLeft(
  { secrets }: Pick<World, 'secrets'>,
  tab: Tab,
  of: string,
): Promise<readonly string[]> {
  const places = await remainsOf(tab);
  return Object.entries(places).flatMap(([place, text]) =>
    leaksIn(place, text, secrets.all()).map(({ form, begins }) => `${of}: ${begins}… in ${place}, ${form}`),
  );
}

/** Can it fail? One planted in each place must be found there. */
export async function remainsControl(world: World, tab: Tab): Promise<readonly string[]> {
  const planted = 'whp_plantedplantedplantedplantedplanted0';
  await tab.page.evaluate(`(() => {
    const secret = '${planted}';
    history.pushState({ secret }, '', '?token=' + secret);
    localStorage.setItem('planted', secret);
    sessionStorage.setItem('planted', secret);
    document.cookie = 'planted=' + secret;
  })()`);
  const found = await secretsLeft({ secrets: { ...world.secrets, all: () => [planted] } }, tab, 'control');
  await tab.page.evaluate(
    `(() => { localStorage.removeItem('planted'); sessionStorage.removeItem('planted'); history.back(); })()`,
  );
  return ['address', 'history', 'localStorage', 'sessionStorage', 'document.cookie', 'history.state'].filter(
    (place) => !found.some((words) => words.includes(`in ${place},`)),
  );
}
