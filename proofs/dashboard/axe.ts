import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { type Look, openTab, settled, sizes, type Tab } from './browser.ts';
import type { Place } from './places.ts';
import type { Person, World } from './world.ts';

export interface AxeFindings {
  readonly looked: number;
  readonly violations: readonly string[];
  /** What axe could not decide by itself. */
  readonly undecided: ReadonlyMap<string, number>;
}

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

export interface People {
  readonly filled: Person;
  readonly bare: Person;
}

export async function axePlaces(
  world: World,
  browser: Browser,
  places: readonly Place[],
  people: People,
  quick: boolean,
): Promise<AxeFindings> {
  const violations: string[] = [];
  const undecided = new Map<string, number>();
  let looked = 0;
  const waiting = [...places.entries()];
  const lookOn = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, place] = next;
      const tab = await openAt(world, browser, place, people);
      try {
        for (const look of looksOf(quick, index)) {
          await showAs(tab.page, look);
          const { violations: found, incomplete } = await axe(tab.page);
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
  return { looked, violations, undecided };
}

async function openAt(world: World, browser: Browser, place: Place, people: People): Promise<Tab> {
  const person = place.of === 'nobody' ? undefined : people[place.of];
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
  await place.open?.(tab.page);
  return tab;
}

async function showAs(page: Page, { theme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.setViewportSize(sizes[width]);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true).analyze();

/** Can it fail? Planted: a picture without words, a button without a name, and grey on grey. */
export async function axeControl(world: World, browser: Browser): Promise<readonly string[]> {
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
    const { violations } = await axe(tab.page);
    const found = new Set(violations.map(({ id }) => id));
    return ['image-alt', 'button-name', 'color-contrast'].filter((id) => !found.has(id));
  } finally {
    await tab.close();
  }
}
