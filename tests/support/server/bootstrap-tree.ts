/** A tree as small as the bootstrap needs: the real scripts around a server and a bundler that are only pretended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

const server = `
import { createServer } from 'node:http';
import { word } from '../word.ts';
const keep: object = createServer().listen(0, '127.0.0.1', () => console.log('listening', word, process.pid, process.env.NODE_ENV));
let stops = 0;
const stop = (signal: string) => {
  console.log('stop', signal, ++stops);
  setTimeout(() => process.exit(Number(process.env.EXIT_CODE ?? 0)), 300);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
void keep;
`;

const bundler = `
const { mkdirSync, writeFileSync } = require('node:fs');
const out = process.argv[process.argv.indexOf('--outDir') + 1];
mkdirSync(out, { recursive: true });
writeFileSync(out + '/half', '');
if (process.env.BUNDLER === 'hang') setInterval(() => {}, 1000);
else if (process.env.BUNDLER === 'fail') { console.error('the bundler says why'); process.exit(1); }
else writeFileSync(out + '/whole', '');
`;

/** A program that runs, and what it has said so far. */
export interface Started {
  process: ChildProcess;
  output(): string;
  /** Resolves when the output has `text` at least `times` times; rejects when the program ends before. */
  says(text: string, times?: number): Promise<void>;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
}

export class BootstrapTree {
  readonly #running: ChildProcess[] = [];

  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async create(): Promise<BootstrapTree> {
    const tree = new BootstrapTree(await mkdtemp(join(tmpdir(), 'bookswap-tree-')));
    for (const folder of ['scripts', 'packages'])
      await cp(join(root, folder), tree.path(folder), { recursive: true });
    const empty = JSON.stringify({ packages: {} });
    await tree.write('package.json', JSON.stringify({ type: 'module' }));
    await tree.write('package-lock.json', empty);
    await tree.write('node_modules/.package-lock.json', empty);
    await tree.write('node_modules/vite/package.json', '{}');
    await tree.write('node_modules/vite/bin/vite.js', bundler);
    await tree.write('src/app/server/main.ts', server);
    await tree.write('src/app/word.ts', `export const word: string = 'one';`);
    await symlink(process.execPath, tree.path('node'));
    return tree;
  }

  path(...parts: string[]): string {
    return join(this.directory, ...parts);
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(this.path(path)), { recursive: true });
    await writeFile(this.path(path), text);
  }

  /** Runs Node in the tree, in a process group of its own, as a terminal would. */
  node(args: string[], env: Record<string, string> = {}): Started {
    const { npm_lifecycle_event: _, NODE_ENV: __, ...clean } = process.env;
    const child = spawn(process.execPath, args, {
      cwd: this.directory,
      detached: true,
      env: { ...clean, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.push(child);
    return follow(child);
  }

  async remove(): Promise<void> {
    for (const child of this.#running) {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended, and all that it started.
      }
    }
    await rm(this.directory, { recursive: true, force: true });
  }
}

function follow(child: ChildProcess): Started {
  let output = '';
  const waiting = new Set<() => void>();
  const hear = (chunk: unknown) => {
    output += String(chunk);
    for (const look of waiting) look();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  return {
    process: child,
    output: () => output,
    ended,
    says: (text, times = 1) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (output.split(text).length <= times) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        void ended.then(() => reject(new Error(`Ended without saying "${text}" ${times} times:\n${output}`)));
        look();
      }),
  };
}

/** Whether a process with this id runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
