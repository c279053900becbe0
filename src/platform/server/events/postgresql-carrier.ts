import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '../new-id.ts';
import type { Logger } from '../http/create-http-server.ts';
import { createOutageLog, type CarrierListener, type EventCarrier } from './event-carrier.ts';
import { joinChunks, MAX_CHUNKS, splitIntoChunks } from './notification-chunks.ts';

type PostgresqlCarrierOptions = {
  /** The URL of a separate connection that no pooler shares: LISTEN belongs to the connection. */
  url: string;
  log: Logger;
};

/** Not 'bookswap_events': there, earlier versions send without a seal. */
const CHANNEL = 'bookswap_sealed_events';
const CONNECT_TIMEOUT_MS = 5_000;
/** A connection that is dead without a sign is found after these two together. */
const HEARTBEAT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_DELAY_MS = 2_000;
const MAX_CHUNKS_PER_STATEMENT = 200;
/** The most waiting chunks. Further texts are lost, so that they do not pile up behind a slow database. */
const MAX_WAITING_CHUNKS = 10_000;

type Waiting = { chunks: string[]; resolve: () => void; reject: (error: Error) => void };

/** Carries events through NOTIFY of the database, for processes without Redis. */
export async function openPostgresqlCarrier(
  options: PostgresqlCarrierOptions,
  listener: CarrierListener,
): Promise<EventCarrier> {
  const carrier = new PostgresqlCarrier(options, listener);
  await carrier.open();
  return carrier;
}

class PostgresqlCarrier implements EventCarrier {
  readonly #url: string;
  readonly #listener: CarrierListener;
  readonly #outage: ReturnType<typeof createOutageLog>;
  readonly #closing = new AbortController();
  readonly #join = joinChunks();
  #client: pg.Client | null = null;
  #waiting: Waiting[] = [];
  #waitingChunks = 0;
  #sending: Promise<void> | null = null;
  #attempts = 0;

  constructor({ url, log }: PostgresqlCarrierOptions, listener: CarrierListener) {
    this.#url = url;
    this.#listener = listener;
    this.#outage = createOutageLog((error) => log.warn({ err: error }, 'the event bus lost its database'));
  }

  async open(): Promise<void> {
    await this.#connect();
    void this.#beat();
  }

  send(text: string): Promise<void> {
    const chunks = splitIntoChunks(text, newId(new Date()));
    if (this.#client === null) return Promise.reject(new Error('The event bus has no connection'));
    if (chunks.length > MAX_CHUNKS) return Promise.reject(new Error('The event is too long'));
    if (this.#waitingChunks + chunks.length > MAX_WAITING_CHUNKS)
      return Promise.reject(new Error('The event bus has too many events to send'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ chunks, resolve, reject });
    this.#waitingChunks += chunks.length;
    this.#send();
    return promise;
  }

  async ping(): Promise<void> {
    if (this.#client === null) throw new Error('The event bus has no connection');
    await roundTrip(this.#client);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // The end of a connection interrupts its statement.
    const timeout = delay(STATEMENT_TIMEOUT_MS, undefined, { ref: false });
    await Promise.race([this.#sending, timeout]);
    await this.#client?.end().catch(() => {});
  }

  #send(): void {
    this.#sending ??= this.#sendWaiting().finally(() => {
      this.#sending = null;
      // Added by who was waiting for the last one.
      if (this.#waiting.length > 0) this.#send();
    });
  }

  /** One statement at a time, with all that came meanwhile: every NOTIFY takes a lock of the whole server. */
  async #sendWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      try {
        if (this.#client === null) throw new Error('The event bus has no connection');
        const chunks = batch.flatMap((each) => each.chunks);
        await this.#client.query('SELECT pg_notify($1, chunk) FROM unnest($2::text[]) AS chunk', [
          CHANNEL,
          chunks,
        ]);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error as Error);
      }
    }
  }

  #takeBatch(): Waiting[] {
    let count = 0;
    const end = this.#waiting.findIndex(({ chunks }) => (count += chunks.length) > MAX_CHUNKS_PER_STATEMENT);
    const batch = this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(end, 1));
    this.#waitingChunks -= batch.reduce((sum, { chunks }) => sum + chunks.length, 0);
    return batch;
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'bookswap events',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
    });
    let hasEnded = false;
    const onEnd = (error?: Error) => {
      if (hasEnded) return;
      hasEnded = true;
      this.#lose(client, error);
    };
    client.on('error', onEnd);
    client.on('end', onEnd);
    client.on('notification', ({ payload }) => {
      const text = this.#join(payload ?? '');
      if (text !== null) this.#listener.onText(text);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      onEnd(error as Error);
      return;
    }
    if (hasEnded) return;
    if (this.#closing.signal.aborted) {
      await client.end().catch(() => {});
      return;
    }
    this.#client = client;
    this.#attempts = 0;
    this.#outage.recovered();
    this.#listener.onListening();
    this.#listener.onSendable();
  }

  #lose(client: pg.Client, error: Error | undefined): void {
    this.#client = null;
    client.end().catch(() => {});
    if (this.#closing.signal.aborted) return;
    this.#outage.failed(error ?? new Error('The connection ended'));
    this.#listener.onInterrupted();
    const { signal } = this.#closing;
    const wait = Math.min(100 * 2 ** this.#attempts++, MAX_RECONNECT_DELAY_MS);
    delay(wait, undefined, { signal, ref: false }).then(
      () => this.#connect(),
      () => {},
    );
  }

  async #beat(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await delay(HEARTBEAT_MS, undefined, { signal, ref: false }).catch(() => {});
      const client = this.#client;
      if (signal.aborted || client === null) continue;
      // The connection reports its end, and is opened again.
      await roundTrip(client).catch((error: Error) => client.emit('error', error));
    }
  }
}

/** Asks only whether the server is ready: an idle process begins no transaction for it. */
function roundTrip(client: pg.Client): Promise<void> {
  return new Promise((resolve, reject) => {
    const question: pg.Submittable & { callback?: (error?: Error | null) => void } = {
      // `pg` replaces it to end its timeout.
      callback: (error) => (error ? reject(error) : resolve()),
      submit: (connection) => connection.sync(),
    };
    client.query(
      Object.assign(question, {
        handleReadyForQuery: () => question.callback?.(),
        handleError: (error: Error) => question.callback?.(error),
      }),
    );
  });
}
