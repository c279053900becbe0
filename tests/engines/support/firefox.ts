/** Firefox as Debian packages it, over WebDriver BiDi. */
import puppeteer, { type BrowserContext, type ElementHandle, type Page } from 'puppeteer-core';
import { findOnPath } from '#tests/support/postgresql/find-on-path.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { type Engine, type Key, PHONE, type Tab } from './engine.ts';
import { FIND_TO_TAP, type Target } from './find-in-page.ts';
import { Marionette } from './marionette.ts';

const LIMIT_MS = 20_000;

const authenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
};

const program = () => findOnPath('firefox-esr') ?? findOnPath('firefox');

export const firefox: Engine = {
  name: 'Firefox',
  findMissing: () => (program() === undefined ? ['firefox-esr'] : []),
  async start() {
    const marionettePort = await freePort();
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: program(),
      headless: true,
      args: ['--marionette'],
      extraPrefsFirefox: {
        'marionette.port': marionettePort,
        // Passkeys of an authenticator that exists in the browser only.
        'security.webauth.webauthn_enable_softtoken': true,
        'security.webauth.webauthn_enable_usbtoken': false,
      },
      protocolTimeout: LIMIT_MS,
    });
    let marionette: Marionette | undefined;
    return {
      openTab: async () => {
        const context = await browser.createBrowserContext();
        const page = await context.newPage({ type: 'window' });
        await page.setViewport(PHONE);
        return new FirefoxTab(context, page);
      },
      addAuthenticator: async () => {
        marionette ??= await Marionette.open(marionettePort);
        await marionette.call('WebAuthn:AddVirtualAuthenticator', authenticator);
      },
      stop: async () => {
        await browser.close();
        marionette?.close();
      },
    };
  },
};

class FirefoxTab implements Tab {
  readonly #context: BrowserContext;
  readonly #page: Page;

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
  }

  async load(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: 'domcontentloaded', timeout: LIMIT_MS });
  }

  back(): Promise<void> {
    // Never resolves where a dialog takes it.
    this.#page.goBack({ waitUntil: 'domcontentloaded' }).catch(() => {});
    return Promise.resolve();
  }

  run<T>(body: string, ...args: unknown[]): Promise<T> {
    return this.#page.evaluate(callOf(body, args)) as Promise<T>;
  }

  async tap(target: Target): Promise<void> {
    const found = await this.#page.evaluateHandle(callOf(FIND_TO_TAP, [target]));
    const element = found.asElement() as ElementHandle | null;
    if (element === null) throw new Error('There is none, it is covered, or it moves');
    await element.click();
    await element.dispose();
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  press(key: Key): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  async attach(files: readonly string[]): Promise<void> {
    const field = await this.#page.$('input[type=file]');
    if (field === null) throw new Error('There is no field for files');
    await field.uploadFile(...files);
  }

  screenshot(): Promise<Uint8Array> {
    return this.#page.screenshot();
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}

/** An expression: the body of a function, called with values. */
const callOf = (body: string, args: readonly unknown[]) =>
  `(function () { ${body} })(...${JSON.stringify(args)})`;
