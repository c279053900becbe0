/** The edge of a deployment with the page of its operators, and a browser of one of them. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { withDeployment } from '#app/cli/markets/deployment.ts';
import { runOperator } from '#app/cli/operator/run-operator.ts';
import { readConfig } from '#app/server/config.ts';
import { createEdge, type Edge } from '#app/server/edge/create-edge.ts';
import { createOperator } from '#app/server/operator/create-operator.ts';
import { createProcessServices } from '#app/server/process/process-services.ts';
import { openControlDirectory } from '#platform/server/markets/control/open-control-directory.ts';
import type { MarketDirectory } from '#platform/server/markets/market-directory.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { freePort } from '../server/free-port.ts';
import type { TestDeployment } from './test-deployment.ts';

const OPERATOR_HOST = 'operator.example';
export const OPERATOR = 'ruth@bookswap.example';

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };
type Asking = { host?: string; form?: Record<string, string | string[]>; headers?: Record<string, string> };

export class TestOperator {
  readonly deployment: TestDeployment;
  readonly variables: Record<string, string>;
  readonly edge: Edge;
  readonly directory: MarketDirectory;
  readonly port: number;
  readonly #close: () => Promise<void>;
  #cookie: string | null = null;

  private constructor(
    given: Pick<TestOperator, 'deployment' | 'variables' | 'edge' | 'directory' | 'port'>,
    close: () => Promise<void>,
  ) {
    this.deployment = given.deployment;
    this.variables = given.variables;
    this.edge = given.edge;
    this.directory = given.directory;
    this.port = given.port;
    this.#close = close;
  }

  /** The deployment must have a directory. */
  static async start(
    deployment: TestDeployment,
    more: { variables?: Record<string, string>; runCommand?: () => Promise<void> } = {},
  ): Promise<TestOperator> {
    const port = await freePort();
    const variables = {
      ...deployment.variables,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      OPERATOR_HOST,
      OPERATOR_EMAILS: `other@bookswap.example,${OPERATOR}`,
      ...more.variables,
    };
    const config = readConfig(variables);
    const log = createRecordingLog();
    const found = await withDeployment(config, async ({ root, controlDatabase }) => ({
      root,
      controlDatabase,
    }));
    const url = config.controlDatabaseUrl ?? deployment.installation.database.url;
    const { clock, installation } = deployment;
    const directory = await openControlDirectory({ url, root: found.root, installation, log });
    const operator = await createOperator({
      host: OPERATOR_HOST,
      config,
      directory,
      clock,
      databaseLog: log,
      look: async () => {},
      runCommand: more.runCommand ?? null,
    });
    await operator.connect(found.root, url);
    const services = createProcessServices();
    const edge = await createEdge({
      config,
      variables,
      directory,
      services,
      clock,
      operator,
      database: { log },
      databaseOf: () => undefined,
      app: { unlimited: true, hashing: { N: 256 } },
    });
    await edge.listen();
    const close = async () => {
      await edge.close();
      await operator.close();
      await services.close();
      await directory.close();
    };
    return new TestOperator({ deployment, variables, edge, directory, port }, close);
  }

  get origin(): string {
    return `http://${OPERATOR_HOST}:${this.port}`;
  }

  forgetCookie(): void {
    this.#cookie = null;
  }

  get cookie(): string | null {
    return this.#cookie;
  }

  /** As a browser: keeps the cookie, and names its page with a form. */
  async ask(path: string, { host = OPERATOR_HOST, form, headers = {} }: Asking = {}): Promise<Answer> {
    const fields = new URLSearchParams();
    for (const [name, value] of Object.entries(form ?? {}))
      for (const one of [value].flat()) fields.append(name, one);
    const body = form === undefined ? null : String(fields);
    const asked = request({
      host: '127.0.0.1',
      port: this.port,
      path,
      method: body === null ? 'GET' : 'POST',
      agent: false,
      headers: {
        host: `${host}:${this.port}`,
        ...(this.#cookie !== null && { cookie: this.#cookie }),
        ...(body !== null && {
          origin: this.origin,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(Buffer.byteLength(body)),
        }),
        ...headers,
      },
    });
    asked.end(body ?? undefined);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.on('response', resolve).on('error', reject);
    });
    const [set] = response.headers['set-cookie'] ?? [];
    if (set !== undefined) this.#cookie = /Max-Age=0/.test(set) ? null : set.split(';', 1)[0]!;
    return {
      status: response.statusCode!,
      headers: response.headers,
      body: (await text(response)).replaceAll(/\s+/g, ' '),
    };
  }

  /** The token of a link that the command prints. */
  async link(email = OPERATOR): Promise<string> {
    const said: string[] = [];
    const { clock } = this.deployment;
    await runOperator(['link', email], this.variables, {
      say: (line) => void said.push(line),
      now: () => clock.now(),
    });
    return /token=([\w-]+)/.exec(said.join('\n'))![1]!;
  }

  async signIn(email = OPERATOR): Promise<Answer> {
    return this.ask('/operator/sign-in', { form: { token: await this.link(email) } });
  }

  stop(): Promise<void> {
    return this.#close();
  }
}
