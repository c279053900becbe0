import type { ClientMessage, ServerMessage } from '#features/live/contract.ts';

/** The socket of a page: it accepts every token, and a test sends and reads its messages. */
export class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  readonly sent: ClientMessage[] = [];
  readyState = 0;

  constructor() {
    super();
    FakeSocket.opened.push(this);
    queueMicrotask(() => {
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
    });
  }

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    this.sent.push(message);
    if (message.type !== 'auth') return;
    queueMicrotask(() => this.receive({ type: 'auth_success', userId: '' } as ServerMessage));
  }

  receive(message: ServerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}
