import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#features/live/contract.ts';
import { RESTART_CLOSE_CODE, RESTART_RECONNECT_JITTER_MS } from '#features/live/rules.ts';
import type { TestClient } from '../server/test-app.ts';

const PACE_MS = 400;
const RECONNECT_DELAY_MS = 1_000;

/**
 * Chats over a socket as a browser does: opens it again after a close, sends again what was not confirmed,
 * and asks for what it has missed. Writes one message after the other until it is ended.
 */
export class ChatUser {
  /** How often a server has sent the socket elsewhere. */
  moves = 0;
  readonly #address: string;
  readonly #user: TestClient;
  readonly #conversationId: string;
  readonly #bySeq = new Map<number, string>();
  readonly #sent: string[] = [];
  readonly #unconfirmed = new Set<string>();
  #socket: WebSocket | null = null;
  #isOver = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(address: string, user: TestClient, conversationId: string) {
    this.#address = address;
    this.#user = user;
    this.#conversationId = conversationId;
  }

  async start(): Promise<void> {
    await this.#open();
    this.#writing = this.#write();
  }

  /** Sequence number and id of each message that it has seen, in order. */
  seen(): [number, string][] {
    return [...this.#bySeq].toSorted(([one], [other]) => one - other);
  }

  /** Writes no more, and waits until all is confirmed. Returns the ids of its messages. */
  async end(): Promise<string[]> {
    this.#isOver = true;
    await this.#writing;
    while (this.#unconfirmed.size > 0) await delay(20);
    // What others have sent meanwhile.
    await this.#resume();
    this.#socket?.terminate();
    return this.#sent;
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      const id = randomUUID();
      this.#sent.push(id);
      this.#unconfirmed.add(id);
      this.#send(id);
      await delay(PACE_MS);
    }
  }

  #send(clientMessageId: string): void {
    const content = `message ${clientMessageId}`;
    this.#say({ type: 'send_message', conversationId: this.#conversationId, content, clientMessageId });
  }

  #say(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  async #open(): Promise<void> {
    const token = await this.#user.token();
    const socket = new WebSocket(`${this.#address.replace('http', 'ws')}/ws`);
    // What is sent before the authentication is refused.
    const authenticated = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(data.toString()) as ServerMessage;
        if (message.type === 'auth_success') resolve();
        else this.#receive(message);
      });
      socket.once('close', () => resolve());
    });
    socket.once('open', () => socket.send(JSON.stringify({ type: 'auth', token })));
    socket.on('error', () => {});
    socket.once('close', (code) => void this.#reopen(code));
    await authenticated;
    if (socket.readyState !== WebSocket.OPEN) return;
    this.#socket = socket;
    for (const id of this.#unconfirmed) this.#send(id);
    await this.#resume();
  }

  async #reopen(code: number): Promise<void> {
    this.#socket = null;
    if (this.#isOver && this.#unconfirmed.size === 0) return;
    if (code === RESTART_CLOSE_CODE) this.moves += 1;
    await delay(
      code === RESTART_CLOSE_CODE ? Math.random() * RESTART_RECONNECT_JITTER_MS : RECONNECT_DELAY_MS,
    );
    await this.#open();
  }

  /** Resolves when the server has sent everything after the last message without a gap before it. */
  #resume(): Promise<void> {
    const socket = this.#socket;
    if (socket === null) return Promise.resolve();
    return new Promise((resolve) => {
      let afterSeq = 0;
      while (this.#bySeq.has(afterSeq + 1)) afterSeq += 1;
      const look = (data: unknown) => {
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type !== 'resumed') return;
        socket.off('message', look);
        resolve();
      };
      socket.on('message', look);
      socket.once('close', () => resolve());
      this.#say({ type: 'resume', conversationId: this.#conversationId, afterSeq });
    });
  }

  #receive(received: ServerMessage): void {
    if (received.type !== 'new_message') return;
    const { seq, clientMessageId } = received.message;
    const known = this.#bySeq.get(seq);
    if (known !== undefined && known !== clientMessageId) throw new Error(`Two messages are number ${seq}`);
    this.#bySeq.set(seq, clientMessageId ?? '');
    this.#unconfirmed.delete(clientMessageId ?? '');
  }
}
