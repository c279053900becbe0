/**
 * The globals of a browser that the product's messaging code uses, for many browsers in one process. Each has
 * a separate host name, by which its sockets are told apart.
 */
import { WebSocket as NodeWebSocket } from 'ws';

type BrowserNetwork = {
  /** Where the sockets of this browser go: an http URL. */
  url: string;
  headers: Record<string, string>;
  onOpened(headers: NodeJS.Dict<string | string[]>): void;
};

const networks = new Map<string, BrowserNetwork>();

class BrowserWebSocket extends NodeWebSocket {
  constructor(url: string) {
    const network = networks.get(new URL(url).hostname)!;
    super(`${network.url.replace('http', 'ws')}/ws`, { headers: network.headers, handshakeTimeout: 10_000 });
    this.on('upgrade', (response) => network.onOpened(response.headers));
    // The close event follows.
    this.on('error', () => {});
  }
}

/** Runs `open` as in a browser with this host name. What it opens uses the network later, too. */
export function inBrowser<T>(hostname: string, network: BrowserNetwork, open: () => T): T {
  networks.set(hostname, network);
  const nothing = () => {};
  Object.assign(globalThis, {
    WebSocket: BrowserWebSocket,
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    location: { protocol: 'http:', host: hostname },
    addEventListener: nothing,
    removeEventListener: nothing,
  });
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
  return open();
}
