import { writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '#tests/cluster/support/until.ts';
import type { Key, Tab } from './engine.ts';
import { COUNT_ALL, type Target, withElement } from './find-in-page.ts';
import { CUT_OFF_KEY } from './page-watch.ts';
import type { Relay } from './relay.ts';
import type { Student } from './student.ts';

const LIMIT_MS = 10_000;
const IS_HYDRATED =
  "return Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer'))";

/**
 * `see('Sent')` is a part of a text, `see('button', 'Send')` a role with its name, or with a pattern of it. `within`
 * limits where it is sought.
 */
type Sought = [text: string] | [role: string, name: string | RegExp, within?: Target];

/** Names and texts are sought with plain spaces. */
const withPlainSpaces = (text: string) => text.replace(/\s/g, ' ');
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function toTarget([first, name, within]: Sought): Target {
  if (name === undefined) return { role: 'text', pattern: escaped(withPlainSpaces(first)) };
  return {
    role: first,
    ...(typeof name === 'string' ? { name: withPlainSpaces(name) } : { pattern: name.source }),
    within,
  };
}

const FIELDS = ['textbox', 'searchbox', 'combobox'];

/** One person's browser: the verbs of the journeys, the same for each engine. Each waits until it can act. */
export class Phone {
  readonly relay: Relay;
  readonly #tab: Tab;
  readonly #person: Student | null;
  #hasEntered = false;

  constructor(tab: Tab, relay: Relay, person: Student | null) {
    this.#tab = tab;
    this.relay = relay;
    this.#person = person;
  }

  /** Loads a page, signed in as the person, and waits for hydration. */
  async open(path: string): Promise<void> {
    await this.visit(path);
    await this.#until(`the hydration of ${path}`, () => this.#tab.run<boolean>(IS_HYDRATED));
  }

  /** Loads a page without waiting for its script. */
  async visit(path: string): Promise<void> {
    const isFirst = this.#person !== null && !this.#hasEntered;
    this.#hasEntered = true;
    await this.#tab.load(isFirst ? this.relay.enter(path, this.#person.cookies) : this.relay.url + path);
  }

  async tap(...sought: Sought): Promise<void> {
    const target = toTarget(sought);
    let reason = '';
    await this.#until(
      `${describe(target)} can be tapped`,
      () =>
        this.#tab.tap(target).then(
          () => true,
          (error: Error) => {
            reason = error.message;
            return false;
          },
        ),
      () => reason,
    );
  }

  /** Replaces the value of a field, found by its label. */
  async type(label: string | RegExp, text: string): Promise<void> {
    const target = await this.#findField(label);
    await this.#tab.run(withElement('element.focus(); element.select?.();'), target);
    await this.#tab.type(text);
  }

  /** Types into what has the focus. */
  typeFocused(text: string): Promise<void> {
    return this.#tab.type(text);
  }

  /** Chooses an option of a select. */
  async choose(label: string, option: string): Promise<void> {
    const body = `element.value = [...element.options].find(({ text }) => text === arguments[1]).value;
      element.dispatchEvent(new Event('change', { bubbles: true }));`;
    await this.#tab.run(withElement(body), await this.#findField(label), option);
  }

  press(key: Key): Promise<void> {
    return this.#tab.press(key);
  }

  back(): Promise<void> {
    return this.#tab.back();
  }

  see(...sought: Sought): Promise<void> {
    const target = toTarget(sought);
    return this.#until(describe(target), async () => (await this.#count(target)) > 0);
  }

  gone(...sought: Sought): Promise<void> {
    const target = toTarget(sought);
    return this.#until(`no ${describe(target)}`, async () => (await this.#count(target)) === 0);
  }

  /** The text of an element as it is shown. */
  async text(role: string, name?: string): Promise<string> {
    const target = { role, name };
    await this.#until(describe(target), async () => (await this.#count(target)) > 0);
    return (await this.#tab.run<string>(withElement('return element.innerText'), target)).trim();
  }

  /** Waits until the address is this path. */
  at(path: string | RegExp): Promise<void> {
    return this.#until(`the address ${String(path)}`, async () => {
      const here = await this.#tab.run<string>('return location.pathname + location.search');
      return typeof path === 'string' ? here === path : path.test(here);
    });
  }

  attach(...files: string[]): Promise<void> {
    return this.#tab.attach(files);
  }

  /** The device loses its connection, or has it again. */
  async offline(isOffline: boolean): Promise<void> {
    this.relay.cut(isOffline);
    await this.#tab.run(
      `sessionStorage[arguments[0] ? 'setItem' : 'removeItem']('${CUT_OFF_KEY}', '1');
      dispatchEvent(new Event(arguments[0] ? 'offline' : 'online'));`,
      isOffline,
    );
  }

  run<T>(body: string, ...args: unknown[]): Promise<T> {
    return this.#tab.run<T>(body, ...args);
  }

  /** Waits until the body of a function is true in the page. */
  untilTrue(what: string, body: string, ...args: unknown[]): Promise<void> {
    return this.#until(what, () => this.#tab.run<boolean>(body, ...args));
  }

  /** Saves a picture in `folder`. */
  async screenshot(folder: string, name: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.png`), await this.#tab.screenshot());
  }

  close(): Promise<void> {
    return this.#tab.close();
  }

  async #findField(label: string | RegExp): Promise<Target> {
    let found: Target | undefined;
    await this.#until(`the field ${String(label)}`, async () => {
      for (const role of FIELDS) {
        const target = toTarget([role, label]);
        if ((await this.#count(target)) > 0) found = target;
      }
      return found !== undefined;
    });
    return found!;
  }

  #count(target: Target): Promise<number> {
    return this.#tab.run<number>(COUNT_ALL, target);
  }

  async #until(what: string, isSo: () => Promise<boolean>, reason = () => ''): Promise<void> {
    // A page that is being replaced answers nothing.
    const tried = () => isSo().catch(() => false);
    try {
      await until(what, tried, LIMIT_MS);
    } catch {
      const shown = await this.#tab.run<string>('return location.href + "\\n" + document.body.innerText');
      throw new Error(`Not there: ${what}. ${reason()}\n${shown}\n${this.relay.troubles.join('\n')}`);
    }
  }
}

const describe = ({ role, name, pattern, within }: Target): string =>
  `${role} '${name ?? pattern ?? ''}'${within ? ` in ${describe(within)}` : ''}`;
