/** An installation as the operations guide describes it, reached from this machine only. */
import { randomBytes } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '#tests/cluster/support/until.ts';
import type { ContainerEngine } from './container-engine.ts';

const ROOT = join(import.meta.dirname, '../../..');
const HEALTHY_MS = 150_000;

/** The name in its certificate, at its port 443. */
export const ADDRESS = 'https://localhost';

export class Installation {
  readonly secrets: string[] = [];
  readonly #engine: ContainerEngine;
  readonly #directory: string;

  private constructor(engine: ContainerEngine) {
    this.#engine = engine;
    this.#directory = join(engine.directory, 'deploy/compose');
  }

  /** Copies deploy and fills in `.env`. Starts nothing. */
  static async create(engine: ContainerEngine): Promise<Installation> {
    const installation = new Installation(engine);
    const directory = installation.#directory;
    await cp(join(ROOT, 'deploy'), join(engine.directory, 'deploy'), { recursive: true });
    const example = await readFile(join(directory, 'env.example'), 'utf8');
    const filled = example
      .replace(/^SITE_ADDRESS=.*$/m, 'SITE_ADDRESS=localhost')
      .replaceAll(/^(\w*(?:KEY|PASSWORD))=$/gm, (_, name: string) => `${name}=${installation.#addSecret()}`);
    await writeFile(join(directory, '.env'), filled, { mode: 0o600 });
    const file = join(directory, 'compose.yaml');
    const text = await readFile(file, 'utf8');
    const ports = "ports: ['80:80', '443:443', '443:443/udp']";
    if (!text.includes(ports)) throw new Error('compose.yaml publishes other ports');
    const context = 'context: ../..';
    if (!text.includes(context)) throw new Error('compose.yaml builds from another directory');
    const here = text.replace(ports, "ports: ['127.0.0.1:443:443']").replace(context, `context: ${ROOT}`);
    await writeFile(file, here);
    return installation;
  }

  #addSecret(): string {
    const secret = randomBytes(32).toString('hex');
    this.secrets.push(secret);
    return secret;
  }

  /** `docker-compose …` in its directory. */
  compose(...args: string[]): Promise<string> {
    return this.#engine.compose(this.#directory, ...args);
  }

  /** As Compose 1.29 names them. */
  container = (service: string) => `bookswap_${service}_1`;

  async waitUntilHealthy(...services: string[]): Promise<void> {
    for (const service of services) {
      const isHealthy = async () =>
        (await this.#inspect(service, '{{.State.Health.Status}}').catch(() => '')) === 'healthy';
      try {
        await until(`${service} is healthy`, isHealthy, HEALTHY_MS);
      } catch (error) {
        throw new Error(await this.#engine.podman('logs', '--tail', '30', this.container(service)), {
          cause: error,
        });
      }
    }
  }

  exec(service: string, ...command: string[]): Promise<string> {
    return this.#engine.podman('exec', this.container(service), ...command);
  }

  async exitCode(service: string): Promise<string> {
    return this.#inspect(service, '{{.State.ExitCode}}');
  }

  #inspect(service: string, format: string): Promise<string> {
    return this.#engine.podman('inspect', '--format', format, this.container(service));
  }
}
