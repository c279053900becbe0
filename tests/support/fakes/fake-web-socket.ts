import { vi } from 'vitest';

/** A WebSocket of the browser whose server is the test. */
export class FakeWebSocket extends EventTarget {
  static last: FakeWebSocket;
  readyState: number;
  readonly sent: { type: string; token?: string }[] = [];
  isBroken = false;

  constructor(readyState = 1) {
    super();
    this.readyState = readyState;
    FakeWebSocket.last = this;
  }

  send(text: string): void {
    if (this.isBroken) throw new DOMException('The socket is broken.', 'InvalidStateError');
    this.sent.push(JSON.parse(text) as { type: string });
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  }

  opens(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  says(message: object | string): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** The globals of a visible page that is online, whose sockets are `FakeWebSocket.last`. */
export function stubPageWithSocket(): void {
  const globals = {
    WebSocket: class extends FakeWebSocket {
      constructor(_url: string) {
        super();
      }
    },
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    navigator: { onLine: true },
    location: { protocol: 'https:', host: 'books.example' },
    addEventListener: () => {},
    removeEventListener: () => {},
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
}

export const fakeTokens = {
  getToken: async (): Promise<string | null> => 'one',
  renewToken: async (): Promise<string | null> => 'two',
  lastKnownUser: () => null,
  onTokenRejected: () => {},
};
