/** WebKit as Debian packages it for GTK, over W3C WebDriver, on a screen in memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '#tests/cluster/support/until.ts';
import { findOnPath } from '#tests/support/postgresql/find-on-path.ts';
import { waitForPort } from '#tests/support/postgresql/wait-for-port.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { type Engine, type Key, PHONE, type Tab } from './engine.ts';
import { FIND_TO_TAP, type Target } from './find-in-page.ts';

const LIMIT_MS = 20_000;
const LOAD_TRIES = 3;
const LOAD_LIMIT_MS = 6_000;
/** A script of a journey takes no time. */
const SCRIPT_LIMIT_MS = 1_500;
const LIBRARIES = '/usr/lib';

/** WebDriver's name of a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const keyCodes: Record<Key, string> = { Escape: '\uE00C', Enter: '\uE007', Tab: '\uE004' };

/** Debian installs it for one architecture, and for one version of the library. */
function findMiniBrowser(): string | undefined {
  const folders = readdirSync(LIBRARIES)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(LIBRARIES, name));
  return folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name, 'MiniBrowser')))
    .find((path) => path.includes('/webkit2gtk-') && existsSync(path));
}

export const webkit: Engine = {
  name: 'WebKit',
  findMissing: () => [
    ...(findOnPath('WebKitWebDriver') && findMiniBrowser() ? [] : ['webkit2gtk-driver']),
    ...(findOnPath('Xvfb') ? [] : ['xvfb']),
  ],
  async start() {
    const screen = await startScreen();
    const tabs = new Set<WebKitTab>();
    return {
      openTab: async () => {
        const tab = await WebKitTab.open(screen.display);
        tabs.add(tab);
        return tab;
      },
      stop: async () => {
        for (const tab of tabs) await tab.close();
        await end(screen.process);
      },
    };
  },
};

async function startScreen(): Promise<{ process: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1000x1000x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = (await once(server.stdio[3]!, 'data')) as [Buffer];
  return { process: server, display: `:${number.toString().trim()}` };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

class WebKitTab implements Tab {
  readonly #driver: ChildProcess;
  readonly #address: string;
  #session = '';
  #isClosed = false;

  private constructor(driver: ChildProcess, address: string) {
    this.#driver = driver;
    this.#address = address;
  }

  /** A driver has one session at a time. */
  static async open(display: string): Promise<WebKitTab> {
    const port = await freePort();
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', TZ: 'UTC', LANG: 'C.UTF-8' },
    });
    await waitForPort(port);
    const tab = new WebKitTab(driver, `http://127.0.0.1:${port}`);
    const options = { binary: findMiniBrowser(), args: ['--automation'] };
    const { sessionId } = await tab.#send<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          // The others wait for documents that dialogs keep from coming.
          pageLoadStrategy: 'none',
          timeouts: { script: SCRIPT_LIMIT_MS, pageLoad: LIMIT_MS },
          'webkitgtk:browserOptions': options,
        },
      },
    });
    tab.#session = `/session/${sessionId}`;
    await tab.#command('POST', '/window/rect', { x: 0, y: 0, width: PHONE.width, height: 844 });
    return tab;
  }

  async load(url: string): Promise<void> {
    // The first page of a window may still be coming, and replaces what is loaded then.
    for (let tries = 0; tries < LOAD_TRIES; tries += 1) if (await this.#tryLoad(url)) return;
    throw new Error(`${url} did not load`);
  }

  async #tryLoad(url: string): Promise<boolean> {
    // The old document answers until the new one is there.
    await this.run('document.isLeft = true');
    await this.#command('POST', '/url', { url });
    const isThere = () => this.run<boolean>("return !document.isLeft && document.readyState !== 'loading'");
    // A script that is sent while the document changes is not answered.
    return until(`the document ${url}`, () => isThere().catch(() => false), LOAD_LIMIT_MS).then(
      () => true,
      () => false,
    );
  }

  async back(): Promise<void> {
    await this.#command('POST', '/back', {});
  }

  run<T>(body: string, ...args: unknown[]): Promise<T> {
    return this.#command<T>('POST', '/execute/sync', { script: body, args });
  }

  async tap(target: Target): Promise<void> {
    const found = await this.run<Record<string, string> | null>(FIND_TO_TAP, target);
    if (found === null) throw new Error('There is none, it is covered, or it moves');
    await this.#command('POST', `/element/${found[ELEMENT]}/click`, {});
  }

  async type(text: string): Promise<void> {
    await this.#strike([...text]);
  }

  async press(key: Key): Promise<void> {
    await this.#strike([keyCodes[key]]);
  }

  async attach(files: readonly string[]): Promise<void> {
    const field = await this.#command<Record<string, string>>('POST', '/element', {
      using: 'css selector',
      value: 'input[type=file]',
    });
    await this.#command('POST', `/element/${field[ELEMENT]}/value`, { text: files.join('\n') });
  }

  async screenshot(): Promise<Uint8Array> {
    return Buffer.from(await this.#command<string>('GET', '/screenshot'), 'base64');
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#command('DELETE', '').catch(() => {});
    await end(this.#driver);
  }

  async #strike(keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  #command<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.#send<T>(method, this.#session + path, body);
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.#address + path, {
      method,
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(LIMIT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new Error(`${method} ${path} got no answer: ${JSON.stringify(body).slice(-300)}`, { cause });
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error}, ${value.message}`);
    return value;
  }
}
