/** A small project for tests: a copy of this package, with a fake server and a fake bundler. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const SERVER_SOURCE = `
import { createServer } from 'node:http';
import { word } from './word.ts';
const keep: object = createServer().listen(0, '127.0.0.1', () => console.log('listening', word, process.pid, process.env.NODE_ENV));
let stops = 0;
const stop = (signal: string) => {
  console.log('stop', signal, ++stops);
  setTimeout(() => console.log('still stopping'), 1_700);
  setTimeout(() => process.exit(Number(process.env.EXIT_CODE ?? 0)), Number(process.env.STOP_MS ?? 300));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
void keep;
`;

const BUNDLER_SOURCE = `
const { mkdirSync, writeFileSync } = require('node:fs');
const out = process.argv[2];
mkdirSync(out, { recursive: true });
writeFileSync(out + '/half', '');
if (process.env.BUNDLER === 'hang') setInterval(() => {}, 1000);
else if (process.env.BUNDLER === 'fail') { console.error('the bundler says why'); process.exit(1); }
else writeFileSync(out + '/whole', '');
`;

const CONFIG_SOURCE = `
export const config = {
  name: 'Sample',
  root: import.meta.dirname,
  entry: 'src/main.ts',
  serveScript: 'serve.mjs',
  nodeOptions: [],
  watchedFolders: ['src'],
  developmentVariable: 'SAMPLE_DEV',
  install: { platformPackages: [], prepare: () => {} },
  build: {
    inputs: ['src'],
    output: 'dist',
    stagingFolder: '.building',
    steps: [{ title: 'Building the sample', args: (output) => ['bundler.cjs', output + '/client'] }],
  },
};
`;

/** Scripts of the project that call one function of the package with the configuration. */
const scripts: Record<string, string> = {
  start: `import { launch } from './launcher/launch.mjs'; void launch(config, process.argv.slice(2));`,
  serve: `import { serve } from './launcher/serve.mjs'; await serve(config);`,
  supervise: `import { superviseServer } from './launcher/supervise.mjs'; superviseServer(config);`,
  run: `import { runProgram } from './launcher/run-program.mjs'; runProgram(config, process.argv.slice(2));`,
};

/** A program that runs, and its output so far. */
interface RunningProgram {
  process: ChildProcess;
  output(): string;
  /** Resolves when the output contains `text`; rejects when the program ends before. */
  says(text: string): Promise<void>;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
}

export class SampleProject {
  readonly #running: ChildProcess[] = [];
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  static async create(): Promise<SampleProject> {
    const project = new SampleProject(await mkdtemp(join(tmpdir(), 'launcher-sample-')));
    await cp(import.meta.dirname, project.path('launcher'), { recursive: true });
    const empty = JSON.stringify({ packages: {} });
    await project.write('package.json', JSON.stringify({ type: 'module' }));
    await project.write('package-lock.json', empty);
    await project.write('node_modules/.package-lock.json', empty);
    await project.write('bundler.cjs', BUNDLER_SOURCE);
    await project.write('config.mjs', CONFIG_SOURCE);
    for (const [name, call] of Object.entries(scripts))
      await project.write(`${name}.mjs`, `import { config } from './config.mjs';\n${call}`);
    await project.write('src/main.ts', SERVER_SOURCE);
    await project.write('src/word.ts', `export const word: string = 'one';`);
    return project;
  }

  path(...parts: string[]): string {
    return join(this.directory, ...parts);
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(this.path(path)), { recursive: true });
    await writeFile(this.path(path), text);
  }

  /** Runs Node in the project as the leader of a new process group, as a terminal would. */
  node(args: string[], env: Record<string, string> = {}): RunningProgram {
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
        // The whole group has ended.
      }
    }
    await rm(this.directory, { recursive: true, force: true });
  }
}

function follow(child: ChildProcess): RunningProgram {
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  let hasEnded = false;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => {
      hasEnded = true;
      resolve(code ?? signal);
    });
  });
  return {
    process: child,
    output: () => output,
    ended,
    async says(text) {
      while (!output.includes(text)) {
        if (hasEnded) throw new Error(`Ended without saying "${text}":\n${output}`);
        await delay(10);
      }
    },
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
