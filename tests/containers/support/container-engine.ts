/** Buildah and Podman with a storage for this run, and Podman's service, whose socket Compose uses. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { until } from '#tests/cluster/support/until.ts';
import { STORAGE_PARENT } from './missing-programs.ts';

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;
const SERVICE_START_MS = 30_000;
const HEALTH_INTERVAL_MS = 1_000;

/** crun refuses a machine with both versions of cgroups: in this namespace there is only the first one. */
const IN_NAMESPACE = [
  '--mount',
  'sh',
  '-c',
  'mountpoint -q /sys/fs/cgroup/unified && umount /sys/fs/cgroup/unified; exec "$@"',
  'sh',
];

/** Runs crun without limits of resources, which a container may not raise that this test itself runs in. */
const RUNTIME = `
const { readFileSync, writeFileSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const args = process.argv.slice(2);
for (const [at, option] of args.entries()) {
  const value = args[at + 1];
  const bundle = value + '/config.json';
  const file = { '--bundle': bundle, '-b': bundle, '--process': value }[option];
  if (file === undefined) continue;
  const config = JSON.parse(readFileSync(file, 'utf8'));
  delete (config.process ?? config).rlimits;
  writeFileSync(file, JSON.stringify(config));
}
const { status } = spawnSync('crun', args, { stdio: 'inherit' });
process.exit(status ?? 1);
`;

export class ContainerEngine {
  readonly directory: string;
  readonly #env: NodeJS.ProcessEnv;
  #service: ChildProcess | undefined;
  #isOver = false;
  #checking: Promise<void> = Promise.resolve();

  private constructor(directory: string) {
    this.directory = directory;
    this.#env = {
      ...process.env,
      CONTAINERS_CONF: join(directory, 'containers.conf'),
      CONTAINERS_STORAGE_CONF: join(directory, 'storage.conf'),
      DOCKER_HOST: this.#socket,
    };
  }

  static async create(): Promise<ContainerEngine> {
    const engine = new ContainerEngine(await mkdtemp(join(STORAGE_PARENT, 'bookswap-containers-')));
    const { directory } = engine;
    const runtime = join(directory, 'runtime');
    await writeFile(runtime, `#!${process.execPath}\n${RUNTIME}`);
    await chmod(runtime, 0o755);
    await writeFile(
      join(directory, 'containers.conf'),
      `[engine]
runtime = "limited"
cgroup_manager = "cgroupfs"
events_logger = "file"
[engine.runtimes]
limited = ["${runtime}"]
[network]
network_backend = "netavark"
network_config_dir = "${directory}/networks"
`,
    );
    await writeFile(
      join(directory, 'storage.conf'),
      `[storage]
driver = "overlay"
graphroot = "${directory}/storage"
runroot = "${directory}/run"
`,
    );
    await mkdir(join(directory, 'networks'));
    return engine;
  }

  get #socket(): string {
    return `unix://${this.directory}/podman.sock`;
  }

  /** A program beside the service, for what leaves no mount behind. */
  async run(command: string, ...args: string[]): Promise<string> {
    const options = { env: this.#env, maxBuffer: MAX_OUTPUT };
    return (await run('unshare', [...IN_NAMESPACE, command, ...args], options)).stdout.trim();
  }

  /** Why no container runs here, if so: what this machine itself runs in may forbid it. */
  async findObstacle(): Promise<string | null> {
    const image = (await this.run('podman', 'images', '--quiet')).split('\n')[0]!;
    return this.run('podman', 'run', '--rm', '--pull', 'never', '--entrypoint', '["true"]', image).then(
      () => null,
      (error: Error) => error.message,
    );
  }

  /**
   * Makes the first layers of the product's image, with its packages: those that npm has here are not fetched
   * again, and a build through the service finds the layers.
   */
  async buildPackages(root: string): Promise<void> {
    const [beginning] = /^[^]*?^RUN npm ci .*$/m.exec(await readFile(join(root, 'Containerfile'), 'utf8'))!;
    const file = join(this.directory, 'Containerfile');
    await writeFile(file, beginning);
    const cache = (await run('npm', ['config', 'get', 'cache'])).stdout.trim();
    const runtime = ['--runtime', join(this.directory, 'runtime'), '--network', 'host', '--pull-never'];
    const what = ['--layers', '--format', 'docker', '--volume', `${cache}:/root/.npm`, '--file', file, root];
    await this.run('buildah', 'bud', ...runtime, ...what);
  }

  /** Starts the service. Without systemd nothing else runs the health checks of Podman. */
  async start(): Promise<void> {
    const args = [...IN_NAMESPACE, 'podman', 'system', 'service', '--time', '0', this.#socket];
    this.#service = spawn('unshare', args, { env: this.#env, stdio: 'ignore' });
    const responds = async () => (await this.podman('version').catch(() => '')) !== '';
    await until("Podman's service responds", responds, SERVICE_START_MS);
    this.#checking = this.#checkHealth();
  }

  async #checkHealth(): Promise<void> {
    while (!this.#isOver) {
      const ids = await this.podman('ps', '--quiet').catch(() => '');
      for (const id of ids.split('\n').filter(Boolean))
        await this.podman('healthcheck', 'run', id).catch(() => undefined);
      await delay(HEALTH_INTERVAL_MS);
    }
  }

  /** Podman over its socket: mounts are those of the service. */
  async podman(...args: string[]): Promise<string> {
    const options = { env: this.#env, maxBuffer: MAX_OUTPUT };
    return (await run('podman', ['--url', this.#socket, ...args], options)).stdout.trim();
  }

  /** Debian's Compose in this directory, which has a compose.yaml and an .env. */
  async compose(directory: string, ...args: string[]): Promise<string> {
    const options = { cwd: directory, env: this.#env, maxBuffer: MAX_OUTPUT };
    return (await run('docker-compose', args, options)).stdout.trim();
  }

  /** The first process of a container, and what it may do. */
  async readProcess(container: string): Promise<{ capabilities: bigint; mayGain: boolean }> {
    const pid = await this.podman('inspect', '--format', '{{.State.Pid}}', container);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const [, capabilities = ''] = /^CapBnd:\t(\w+)$/m.exec(status) ?? [];
    return { capabilities: BigInt(`0x${capabilities}`), mayGain: !/^NoNewPrivs:\t1$/m.test(status) };
  }

  /** Ends all containers and deletes their images and volumes. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#checking;
    if (this.#service !== undefined) {
      const ended = new Promise((resolve) => this.#service!.once('exit', resolve));
      await this.podman('rm', '--all', '--force', '--time', '0').catch(() => undefined);
      await this.podman('network', 'prune', '--force').catch(() => undefined);
      this.#service.kill('SIGTERM');
      await ended;
    }
    await rm(this.directory, { recursive: true, force: true });
  }
}
