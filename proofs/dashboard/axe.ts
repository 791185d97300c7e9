import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { type Look, openTab, settled, sizes, type Tab } from './browser.ts';
import { allPlaces, type Place, somePlaces } from './places.ts';
import type { Part, PartContext } from './stage.ts';

const looks: readonly Look[] = [
  { theme: 'light', width: 'wide' },
  { theme: 'dark', width: 'narrow' },
  { theme: 'dark', width: 'wide' },
  { theme: 'light', width: 'narrow' },
];

/** As many as there are processors here. */
const tabs = 2;

/** Quick looks at each of its pages once, in one way after the other. */
const looksOf = (quick: boolean, index: number): readonly Look[] =>
  quick ? looks.slice(index % looks.length).slice(0, 1) : looks;

const failed = {
  status: 503,
  contentType: 'application/json',
  headers: { 'x-request-id': '019a0000-0000-7000-8000-000000000000' },
  body: JSON.stringify({
    error: {
      code: 'unavailable',
      message: 'The module does not answer. Next step: ask again in some seconds',
      request_id: '019a0000-0000-7000-8000-000000000000',
    },
  }),
};

export const axe: Part = async (context) => {
  const { world, filled, quick, say } = context;
  const every = allPlaces(filled, await world.setupLink(await world.tenant()));
  const places = quick ? somePlaces(every) : every;
  const violations: string[] = [];
  const undecided = new Map<string, number>();
  let looked = 0;
  const waiting = [...places.entries()];
  const lookOn = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, place] = next;
      const tab = await openAt(context, place);
      try {
        for (const look of looksOf(quick, index)) {
          await showAs(tab.page, look);
          const { violations: found, incomplete } = await analyze(tab.page);
          looked += 1;
          for (const { id, nodes } of found)
            violations.push(
              `${place.name}, ${look.theme} ${look.width}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
            );
          for (const { id } of incomplete) undecided.set(id, (undecided.get(id) ?? 0) + 1);
        }
      } finally {
        await tab.close();
      }
    }
  };
  await Promise.all(Array.from({ length: tabs }, lookOn));
  for (const words of violations) say(`axe: ${words}`);
  say(`axe could not decide: ${[...undecided].map(([rule, count]) => `${rule} ${count}`).join(', ') || 'nothing'}`);
  const missed = (await Promise.all([axeControl(context), placeControl(context)])).flat();
  return {
    claims: {
      'axe finds nothing on any page': violations.length === 0 && looked > 0,
      [`what is planted is found (${missed.join(', ')})`]: missed.length === 0,
    },
    figure: `axe ${violations.length} violations in ${looked} looks at ${places.length} pages`,
  };
};

/** What a page says where it could not read what it shows. */
const unread = /Could not load|unknown|does not answer/;

type Visited = Pick<PartContext, 'world' | 'browser' | 'filled' | 'bare'>;

/** Fails where what opens is not the place: a page that says that nothing is there would be clean, too. */
async function openAt({ world, browser, filled, bare }: Visited, place: Place): Promise<Tab> {
  const person = { nobody: undefined, filled: filled.person, bare }[place.of];
  const tab = await openTab(world, browser, `axe: ${place.name}`, {
    ...(person === undefined ? {} : { person }),
    wanted: [
      ...(place.refused ?? []),
      // Forced by ourselves, or of a tenant without a cluster.
      ...(place.failing === undefined ? [] : [{ method: 'GET', path: /./, status: 503 }]),
      ...(place.of === 'bare' ? [{ method: 'GET', path: /\/(?:health|sso)(?:\/|$)/, status: 404 }] : []),
    ],
  });
  const { failing } = place;
  if (failing !== undefined)
    await tab.page.route(
      (url) => failing.test(url.pathname),
      (route) => route.fulfill(failed),
    );
  await tab.page.goto(`${world.origin}${place.path}`);
  await settled(tab.page);
  await mustShow(tab, place);
  if (failing !== undefined) await tab.page.locator('main').filter({ hasText: unread }).waitFor();
  await place.open?.(tab.page);
  return tab;
}

async function mustShow({ page, close }: Tab, { name, title, part = '' }: Place): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: title, exact: true });
  const open = page.locator('main nav a[aria-current=page]', { hasText: part });
  if ((await heading.count()) === 1 && (part === '' || (await open.count()) === 1)) return;
  const shown = [page.locator('h1'), open, page.getByRole('alert')];
  const [seen, nav, alerts] = await Promise.all(shown.map(async (each) => (await each.allInnerTexts()).join(', ')));
  await close();
  throw new Error(`${name} is not "${title}" ${part} but "${seen}" ${nav} ${alerts}`);
}

async function showAs(page: Page, { theme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.setViewportSize(sizes[width]);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

const analyze = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true).analyze();

/** Can it fail? Planted: a picture without words, a button without a name, and grey on grey. */
async function axeControl({ world, browser }: Visited): Promise<readonly string[]> {
  const tab = await openTab(world, browser, 'axe: control');
  try {
    await tab.page.goto(`${world.origin}/login`);
    await settled(tab.page);
    await tab.page.evaluate(`(() => {
      const place = document.querySelector('main') ?? document.body;
      const picture = document.createElement('img');
      picture.src = './icon.svg';
      const button = document.createElement('button');
      const words = document.createElement('p');
      words.textContent = 'grey on grey';
      words.style.setProperty('color', '#999');
      words.style.setProperty('background-color', '#aaa');
      place.append(picture, button, words);
    })()`);
    const { violations } = await analyze(tab.page);
    const found = new Set(violations.map(({ id }) => id));
    return ['image-alt', 'button-name', 'color-contrast'].filter((id) => !found.has(id));
  } finally {
    await tab.close();
  }
}

/** An address that leads nowhere, and a part that is not the open one, must not pass for a page. */
async function placeControl(visited: Visited): Promise<readonly string[]> {
  const { clusterId } = visited.filled;
  const wrong: readonly Place[] = [
    { name: 'an address that leads nowhere', path: '/nowhere', of: 'filled', title: 'Clusters' },
    { name: 'another part', path: `/clusters/${clusterId}`, of: 'filled', title: 'prod-eu', part: 'Nodes' },
  ];
  const passed = await Promise.all(
    wrong.map((place) =>
      openAt(visited, place).then(
        async (tab) => [place.name, await tab.close()] as const,
        () => undefined,
      ),
    ),
  );
  return passed.flatMap((one) => (one === undefined ? [] : [one[0]]));
}
