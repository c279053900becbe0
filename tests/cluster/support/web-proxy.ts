/** HAProxy in front of the product's processes, as docs/operations.md has it. */
import { runHaproxy } from '#tests/support/postgresql/haproxy.ts';
import { freePort } from '#tests/support/server/free-port.ts';

/** Names the process that has answered. */
export const PROCESS_HEADER = 'x-answered-by';

export type WebProxy = {
  /** Spreads requests over all processes. */
  url: string;
  /** Each prefers one process, and uses the others while that one is away. */
  preferring: ReadonlyMap<string, string>;
  stop(): Promise<void>;
};

type Backend = { name: string; port: number };

export async function startWebProxy(processes: readonly Backend[]): Promise<WebProxy> {
  const port = await freePort();
  const frontends = [];
  for (const { name } of processes) frontends.push({ name, port: await freePort() });
  const { stop } = await runHaproxy(configuration(processes, port, frontends), port);
  return {
    url: `http://127.0.0.1:${port}`,
    preferring: new Map(frontends.map((frontend) => [frontend.name, `http://127.0.0.1:${frontend.port}`])),
    stop,
  };
}

const RULES = `
  http-request disable-l7-retry unless METH_GET
  http-response set-header ${PROCESS_HEADER} %s`;

/** A request that was not answered is sent to another process; of those that write, only if none has it. */
const configuration = (processes: readonly Backend[], port: number, frontends: readonly Backend[]) => `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 3s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
  option forwardfor if-none
frontend all
  bind 127.0.0.1:${port}
  default_backend all
backend all
${RULES}
  balance roundrobin
  option httpchk GET /readyz/process
  default-server inter 500ms fall 2 rise 1
${processes.map((one) => `  server ${one.name} 127.0.0.1:${one.port} check`).join('\n')}
${frontends.map((frontend) => preferring(frontend, processes)).join('')}`;

const preferring = (frontend: Backend, processes: readonly Backend[]) => `
frontend ${frontend.name}
  bind 127.0.0.1:${frontend.port}
  default_backend prefer-${frontend.name}
backend prefer-${frontend.name}
${RULES}
  option allbackups
${processes.map((one) => `  server ${one.name} 127.0.0.1:${one.port} track all/${one.name}${one.name === frontend.name ? '' : ' backup'}`).join('\n')}
`;
