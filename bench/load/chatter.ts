import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerMessage } from '#features/live/contract.ts';
import type { WebSocket } from 'ws';
import { callApi, reopenSocket, type Talker } from './talkers.ts';

/** As the product's browser waits after a refusal. */
const RETRY_MS = 2_000;

type Letter = { plannedAt: number; content: string };

/** What the participants of one conversation have sent, and when it was meant to be. */
export type Posted = Map<string, Letter>;

/**
 * One side of a conversation, as the product's browser plays it: it sends over the socket, or over HTTP while
 * that is closed, repeats what is not confirmed, and asks for what it has missed.
 */
export class Chatter {
  /** By `seq`: the id that its sender gave the message. */
  readonly received = new Map<number, string>();
  /** Milliseconds from the planned moment until it was here; messages of the other side only. */
  readonly latencies: number[] = [];
  readonly #port: number;
  readonly #talker: Talker;
  readonly #posted: Posted;
  readonly #own = new Set<string>();
  readonly #unconfirmed = new Set<string>();
  #socket: WebSocket | null = null;
  #isLeaving = false;
  #isPosting = false;

  constructor(port: number, talker: Talker, posted: Posted) {
    this.#port = port;
    this.#talker = talker;
    this.#posted = posted;
    this.#listen(talker.socket);
  }

  get isSettled(): boolean {
    return this.#unconfirmed.size === 0;
  }

  /** The last `seq` without a gap before it. */
  get completeSeq(): number {
    let seq = 0;
    while (this.received.has(seq + 1)) seq += 1;
    return seq;
  }

  /** Sends at fixed moments, however long earlier messages take. */
  async talk({ offset, intervalMs, until }: { offset: number; intervalMs: number; until: () => boolean }) {
    for (let due = performance.now() + offset; !until(); due += intervalMs) {
      await delay(Math.max(0, due - performance.now()));
      const clientMessageId = randomUUID();
      this.#posted.set(clientMessageId, { plannedAt: due, content: 'Could we meet at the library at noon?' });
      this.#own.add(clientMessageId);
      this.#unconfirmed.add(clientMessageId);
      this.#send(clientMessageId);
    }
  }

  /** The connection breaks; resolves when a new one is authenticated. */
  async reconnect(): Promise<void> {
    this.#socket?.terminate();
    this.#socket = null;
    const hasLeft = () => this.#isLeaving;
    const socket = await reopenSocket(this.#port, this.#talker.token, { hasLeft });
    if (socket === null) return;
    this.#listen(socket);
    this.resume();
    for (const id of this.#unconfirmed) this.#send(id);
  }

  leave(): void {
    this.#isLeaving = true;
    this.#socket?.terminate();
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket;
    socket.once('close', () => {
      if (this.#socket === socket && !this.#isLeaving) void this.reconnect();
    });
    socket.on('message', (data) => this.#hear(JSON.parse(String(data)) as ServerMessage));
  }

  #hear(said: ServerMessage): void {
    if (said.type === 'new_message') this.#receive(said.message.seq, said.message.clientMessageId);
    if (said.type === 'conversation' && (said.conversation.lastMessage?.seq ?? 0) > this.completeSeq)
      this.resume();
    if (said.type !== 'error') return;
    const { clientMessageId } = said;
    // It was a message, or another response to `resume` is on its way.
    if (clientMessageId === undefined) setTimeout(() => this.resume(), RETRY_MS).unref();
    else this.#sendLater(clientMessageId);
  }

  #receive(seq: number, id: string): void {
    this.#unconfirmed.delete(id);
    if (this.received.has(seq)) return;
    this.received.set(seq, id);
    const letter = this.#posted.get(id);
    if (letter !== undefined && !this.#own.has(id)) this.latencies.push(performance.now() - letter.plannedAt);
  }

  /** Asks for what is missing. */
  resume(): void {
    const { conversationId } = this.#talker;
    this.#tell({ type: 'resume', conversationId, afterSeq: this.completeSeq });
  }

  #tell(message: object): boolean {
    if (this.#socket === null || this.#socket.readyState !== this.#socket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #send(clientMessageId: string): void {
    const { conversationId } = this.#talker;
    const { content } = this.#posted.get(clientMessageId)!;
    if (this.#tell({ type: 'send_message', conversationId, content, clientMessageId })) return;
    if (!this.#isPosting) void this.#postInOrder();
  }

  /** While the socket is closed: one after the other over HTTP. */
  async #postInOrder(): Promise<void> {
    this.#isPosting = true;
    const { conversationId, token } = this.#talker;
    while (!this.#isLeaving && this.#socket === null) {
      const [clientMessageId] = this.#unconfirmed;
      if (clientMessageId === undefined) break;
      const { content } = this.#posted.get(clientMessageId)!;
      const body = { conversationId, content, clientMessageId };
      await callApi(`http://127.0.0.1:${this.#port}/api/messages`, token, body).then(
        ({ seq }) => this.#receive(seq, clientMessageId),
        () => delay(RETRY_MS),
      );
    }
    this.#isPosting = false;
  }

  #sendLater(clientMessageId: string): void {
    const again = () => {
      if (this.#unconfirmed.has(clientMessageId) && !this.#isLeaving) this.#send(clientMessageId);
    };
    setTimeout(again, RETRY_MS).unref();
  }
}
