import { openTab, settled, sizes } from './browser.ts';
import { hostileNames, hostileText } from './hostile-names.ts';
import { type HostileScene, hostileScene } from './hostile-scene.ts';
import type { Part } from './stage.ts';
import type { Stored } from './stored.ts';

/** What opens over a page and holds a name. */
const opened = ({
  actionId,
  incidentId,
  webhookId,
  appId,
  cloudspaceId,
}: HostileScene): readonly (readonly [path: string, button: RegExp])[] => [
  ['/settings/access-tokens', /^Revoke token/],
  ['/settings/users', /^Actions for/],
  ['/settings/roles', /^(?:Delete|Actions for)/],
  [`/actions/${actionId}`, /^(?:Scale|Reject)/],
  [`/incidents/${incidentId}`, /^(?:Resolve|More for)/],
  [`/apps/${appId}`, /^(?:Deploy new image|Roll back|Scale|More actions)/],
  [`/cloudspaces/${cloudspaceId}`, /^(?:Change|Set password|Remove|Delete)/],
  [`/webhooks/${webhookId}`, /^(?:Send test|Enable|What else to do)/],
];

export const hostile: Part = async ({ world, browser, quick, say }) => {
  const names = Object.values(hostileNames);
  const scene = await hostileScene(world, names, hostileText);
  const faults: string[] = [];
  const tab = await openTab(world, browser, 'hostile', { person: scene.person });
  try {
    const { page } = tab;
    const byPath = Map.groupBy(scene.stored, ({ path }) => path);
    for (const [path, here] of quick ? onceEach(byPath) : byPath)
      for (const width of quick ? (['narrow'] as const) : (['narrow', 'wide'] as const)) {
        await page.setViewportSize(sizes[width]);
        await page.goto(`${world.origin}${path}`);
        await settled(page);
        await page
          .getByText(here[0]?.text ?? '', { exact: false })
          .first()
          .waitFor({ state: 'attached' })
          .catch(() => undefined);
        faults.push(...(await faultsOf(page, here)).map((words) => `${path}, ${width}: ${words}`));
      }
    for (const [path, name] of opened(scene).slice(0, quick ? 1 : undefined)) {
      await page.setViewportSize(sizes.narrow);
      await page.goto(`${world.origin}${path}`);
      await settled(page);
      const buttons = page.getByRole('button', { name });
      const count = Math.min(await buttons.count(), quick ? 1 : 20);
      for (let index = 0; index < count; index += 1) {
        await buttons.nth(index).click();
        const popup = page.locator('[role=dialog], [role=menu]').last();
        await popup.waitFor();
        faults.push(...(await faultsOf(page, [])).map((words) => `${path}, opened: ${words}`));
        await page.keyboard.press('Escape');
        await popup.waitFor({ state: 'detached' });
      }
    }
    // The palette lists names too.
    await page.goto(`${world.origin}/`);
    await settled(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    faults.push(...(await faultsOf(page, [])).map((words) => `palette: ${words}`));
    const missed = await control(page);
    for (const words of faults) say(`hostile: ${words}`);
    const { length: stored } = scene.stored;
    const kinds = new Set(scene.stored.map(({ kind }) => kind));
    return {
      claims: {
        'hostile names are text': faults.length === 0 && stored > 0,
        [`what a name could do is found when planted (${missed.join(', ')})`]: missed.length === 0,
      },
      figure: `${stored} hostile texts in ${kinds.size} kinds of things, ${faults.length} faults`,
    };
  } finally {
    await tab.close();
  }
};

/** Of pages that show nothing but what another shows too, none. */
function onceEach(byPath: ReadonlyMap<string, readonly Stored[]>): ReadonlyMap<string, readonly Stored[]> {
  const seen = new Set<string>();
  return new Map(
    [...byPath].filter(([, here]) => {
      const { size } = seen;
      for (const { kind } of here) seen.add(kind);
      return seen.size > size;
    }),
  );
}

type Evaluating = { readonly evaluate: <T>(text: string) => Promise<T> };

async function faultsOf(page: Evaluating, here: readonly Stored[]): Promise<readonly string[]> {
  const { text, hacked, over, widest, strange } = await page.evaluate<{
    readonly text: string;
    readonly hacked: boolean;
    readonly over: number;
    readonly widest: string;
    readonly strange: number;
  }>(`(() => {
    const root = document.documentElement;
    const scrolls = (one) => one !== null && one !== document.body && (getComputedStyle(one).overflowX !== 'visible' || scrolls(one.parentElement));
    const widest = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1 && !scrolls(one)).map((one) => one.tagName + '.' + one.className).slice(0, 3).join(', ');
    return {
      text: document.body.textContent + [...document.querySelectorAll('input, textarea')].map((one) => one.value).join('\\n'),
      hacked: 'hacked' in window,
      // What floats over the page may be too wide without widening it.
      over: Math.max(root.scrollWidth - root.clientWidth, ...[...document.querySelectorAll('[role=dialog]')].map((one) => Math.max(one.scrollWidth - one.clientWidth, one.getBoundingClientRect().right - root.clientWidth))),
      widest,
      // Elements that no page of ours has.
      strange: document.querySelectorAll('body script:not([src]), img[onerror], a[href^="javascript:"]').length,
    };
  })()`);
  return [
    ...(hacked ? ['a name was run'] : []),
    ...(strange > 0 ? [`${strange} elements were made from names`] : []),
    ...(over > 1 ? [`it is ${over} px wider than the screen (${widest})`] : []),
    ...here
      .filter((one) => !text.includes(one.text))
      .map((one) => `${one.kind} "${one.text.slice(0, 30)}" is not there as text`),
  ];
}

/** Can it fail? What a name would do if it were more than text, and a page that is too wide. */
async function control(page: Evaluating): Promise<readonly string[]> {
  await page.evaluate(`(() => {
    window.hacked = 1;
    const link = document.createElement('a');
    link.setAttribute('href', 'javascript:void 0');
    const wide = document.createElement('div');
    wide.style.setProperty('width', '3000px');
    wide.textContent = 'wide';
    document.body.append(link, wide);
  })()`);
  const found = (await faultsOf(page, [{ kind: 'control', text: 'is not written anywhere', path: '/' }])).join('\n');
  return ['was run', 'made from names', 'px wider', 'not there as text'].filter((words) => !found.includes(words));
}
