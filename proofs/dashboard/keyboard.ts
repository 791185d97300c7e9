import type { Locator, Page } from 'playwright-core';

type Role = Parameters<Page['getByRole']>[0];

const restsWithinMs = 2_000;

/** Runs in the page, of whose types this program knows nothing. */
const hasFocus = (element: unknown) =>
  element === (globalThis as { document?: { activeElement: unknown } }).document?.activeElement;

/** Somebody without a mouse. Every stop of the focus is looked at. */
export class Keyboard {
  readonly page: Page;
  readonly #faults = new Set<string>();
  #flow = '';
  #presses = 0;
  #stops = 0;

  constructor(page: Page) {
    this.page = page;
  }

  get faults(): readonly string[] {
    return [...this.#faults];
  }

  get presses(): number {
    return this.#presses;
  }

  /** How often the focus was looked at. */
  get stops(): number {
    return this.#stops;
  }

  begin(flow: string): void {
    this.#flow = flow;
  }

  async press(key: string): Promise<void> {
    this.#presses += 1;
    await this.page.keyboard.press(key);
  }

  /** As somebody who types; long texts are pasted. */
  async type(text: string): Promise<void> {
    this.#presses += text.length;
    if (text.length > 100) await this.page.keyboard.insertText(text);
    else await this.page.keyboard.type(text);
  }

  /** Tab by Tab, until the focus is there. */
  async tabTo(target: Locator, most = 60): Promise<void> {
    await target.waitFor().catch(() => {
      throw new Error(`${this.#flow}: there is no ${String(target)} on ${this.page.url()}`);
    });
    for (let presses = 0; presses <= most; presses += 1) {
      if (await target.evaluate(hasFocus)) return;
      await this.press('Tab');
      await this.#look();
    }
    throw new Error(`${this.#flow}: ${String(target)} is not reached by ${most} presses of Tab`);
  }

  at(role: Role, name: string | RegExp): Locator {
    // What stands below an open dialog cannot be reached, and is not meant.
    return this.page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) }).last();
  }

  /** Goes to it and presses it. */
  async use(role: Role, name: string | RegExp, key = 'Enter'): Promise<void> {
    await this.tabTo(this.at(role, name));
    await this.press(key);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.tabTo(this.page.getByLabel(label, { exact: true }).last());
    await this.type(text);
  }

  /** By the palette, from wherever one is. */
  async go(words: string): Promise<void> {
    await this.press('Control+k');
    await this.page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
    await this.type(words);
    await this.page.getByRole('option', { name: words }).first().waitFor();
    await this.press('Enter');
  }

  /** By g and its letter, which has to follow within a second: whoever was too slow begins again. */
  async goBy(letter: string, title: string): Promise<void> {
    const heading = this.page.getByRole('heading', { level: 1, name: title, exact: true });
    for (let turn = 0; turn < 6; turn += 1) {
      await Promise.all([this.press('g'), this.press(letter)]);
      const isThere = await heading.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
      if (isThere) return;
    }
    throw new Error(`${this.#flow}: g ${letter} does not lead to ${title} but to ${this.page.url()}`);
  }

  async sees(words: string | RegExp): Promise<void> {
    await this.page
      .getByText(words)
      .filter({ visible: true })
      .first()
      .waitFor()
      .catch(async () => {
        const seen = await this.page.locator('body').innerText();
        throw new Error(
          `${this.#flow}: "${String(words)}" is not to be seen on ${this.page.url()}: ${seen.slice(0, 600)}`,
        );
      });
  }

  async isAt(title: string | RegExp): Promise<void> {
    await this.page
      .getByRole('heading', { level: 1, name: title })
      .waitFor()
      .catch(async () => {
        const seen = await this.page.locator('body').innerText();
        throw new Error(`${this.#flow}: not at ${String(title)} but on ${this.page.url()}: ${seen.slice(0, 600)}`);
      });
  }

  /** What has the focus shows it, and can be seen. */
  async #look(): Promise<void> {
    this.#stops += 1;
    // A page that is still being filled moves what has the focus, and comes to rest.
    const until = performance.now() + restsWithinMs;
    let fault = await this.page.evaluate<string | null>(focusFault);
    while (fault !== null && performance.now() < until) fault = await this.page.evaluate<string | null>(focusFault);
    if (fault !== null) this.#faults.add(`${this.#flow}: ${fault}`);
  }
}

/** Looked at when the scroll that the focus brings with it is done. */
const focusFault = `new Promise((resolve) => requestAnimationFrame(() => resolve((() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const name = element.tagName.toLowerCase() + ' "' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) + '"';
  const style = getComputedStyle(element);
  const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
  if (!outlined && style.boxShadow === 'none') return name + ' shows no focus';
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return name + ' has no size';
  const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
  const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
  if (left >= right || top >= bottom) return name + ' is out of view';
  const isTall = box.height > innerHeight / 2;
  if (!isTall && (box.top < -1 || box.bottom > innerHeight + 1)) return name + ' is partly out of view';
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const own = seen === null || element.contains(seen) || seen.contains(element) || element.labels?.[0]?.contains(seen) === true;
  return own ? null : name + ' is hidden behind ' + seen.tagName.toLowerCase() + ' ' + seen.className;
})())))`;

/** Can it fail? A stop without an outline, and one behind a bar, must be found. */
export async function focusControl(page: Page): Promise<boolean> {
  await page.evaluate(`(() => {
    const [plain, hidden, bar] = ['button', 'button', 'div'].map((name) => document.createElement(name));
    plain.style.setProperty('outline', 'none', 'important');
    plain.textContent = 'plain';
    hidden.textContent = 'hidden';
    for (const one of [hidden, bar]) for (const [name, value] of [['position', 'fixed'], ['top', '0'], ['left', '0'], ['width', '90px'], ['height', '40px']]) one.style.setProperty(name, value);
    bar.style.setProperty('z-index', '999');
    document.body.prepend(plain, hidden, bar);
    window.planted = [plain, hidden];
  })()`);
  const faults: (string | null)[] = [];
  for (const index of [0, 1]) {
    await page.evaluate(`window.planted[${index}].focus({ focusVisible: true })`);
    faults.push(await page.evaluate<string | null>(focusFault));
  }
  return faults[0]?.includes('shows no focus') === true && faults[1]?.includes('hidden behind') === true;
}
