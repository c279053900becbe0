import pg from 'pg';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { queryUrl, startCell, TestDeployment } from '#tests/support/markets/test-deployment.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { BuiltProduct } from '#tests/support/processes/built-product.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { TestClient } from '#tests/support/server/test-app.ts';
import { fillConversations } from '../message-pages/fill-conversations.ts';
import { atMost, type ReportRow } from '../results/report.ts';
import { startWriting, type Writer } from './message-writers.ts';
import { drawPhoto, uploadPhoto } from '../sections/upload-photo.ts';
import { temporaryDirectory } from '../servers/temporary-directory.ts';

const SIZE_BYTES = 2 ** 30;
const PAUSE_AIM_MS = 10_000;
/** Five messages a second in all. */
const WRITERS = 10;
const PHOTOS = 5;

const NAME = 'westfield';
const HOST = '127.0.1.4';

/** As in production, besides what replicates. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'logical',
  max_replication_slots: '20',
  max_wal_senders: '20',
};

type Progress = (text: string) => void;

/** A campus with a gigabyte of rows moves to another server while its people write. */
export async function measureMove({ progress }: { progress: Progress }): Promise<ReportRow[]> {
  await using campus = await MovingCampus.open();
  const bytes = await campus.fill(progress);
  const people = await campus.signUp();
  const photos = await addPhotos(people.buyer, campus.origin);
  const writing = startWriting(people.writers);
  await writing.written(WRITERS);
  const startedAt = performance.now();
  await campus.run('move', NAME, '--to', 'east');
  const seconds = (performance.now() - startedAt) / 1_000;
  await writing.written(WRITERS);
  const { acknowledged, longestMs } = await writing.stop();
  const there = await campus.storedMessages();
  const lost = acknowledged.filter((id) => !there.has(id)).length;
  const missing = await countMissing(photos, campus.origin);
  return [
    {
      figure: `Move of ${(bytes / 2 ** 30).toFixed(2)} GiB to another server, under ${(acknowledged.length / seconds).toFixed(1)} messages a second`,
      measured: `${seconds.toFixed(0)} s; the longest message took ${(longestMs / 1_000).toFixed(2)} s`,
      aim: atMost(longestMs, PAUSE_AIM_MS, 'ms'),
    },
    {
      figure: `Lost of ${acknowledged.length} acknowledged messages, and of ${photos.length} photos`,
      measured: `${lost} and ${missing}`,
      aim: atMost(lost + missing, 0, 'lost'),
    },
    { figure: 'The pause, as the command says', measured: campus.said(/waited ([\d.]+ s)/) },
  ];
}

class MovingCampus implements AsyncDisposable {
  #opened = new AsyncDisposableStack();
  readonly #deployment: TestDeployment;
  readonly #adminUrl: string;
  readonly origin: string;

  private constructor(deployment: TestDeployment, main: PostgresNode, port: number) {
    this.#deployment = deployment;
    this.#adminUrl = main.url;
    this.origin = `http://${HOST}:${port}`;
  }

  static async open(): Promise<MovingCampus> {
    await using opening = new AsyncDisposableStack();
    const east = await startCell(settings);
    opening.defer(() => east.stop());
    const main = await startCell(settings);
    const deployment = await TestDeployment.start(main);
    opening.defer(() => deployment.stop());
    const port = await freePort();
    const campus = new MovingCampus(deployment, main, port);
    await campus.run('cells', 'add', 'east', '--url', `postgres://127.0.0.1:${east.port}`);
    await campus.run('create', NAME, '--host', HOST);
    const { path: dataDir } = opening.use(temporaryDirectory());
    const { DATABASE_ADMIN_URL: _, ...variables } = deployment.variables;
    const product = new BuiltProduct({
      port,
      dataDir,
      variables: { ...variables, DATA_DIR: dataDir, HOST: '0.0.0.0', LOG_LEVEL: 'error' },
      showErrors: true,
    });
    opening.defer(async () => void (await product.stop()));
    await product.start();
    campus.#opened = opening.move();
    return campus;
  }

  async run(...args: string[]): Promise<void> {
    const code = await this.#deployment.run(args, { now: () => new Date() });
    if (code !== 0) throw new Error(this.#deployment.said.slice(-3).join('\n'));
  }

  /** The last line that the commands have said and that matches. */
  said(pattern: RegExp): string {
    return this.#deployment.said.map((line) => pattern.exec(line)?.[1]).findLast((found) => found) ?? '';
  }

  /** Writes conversations with long messages until the database has its size. Returns its bytes. */
  async fill(progress: Progress): Promise<number> {
    const { database } = await this.#deployment.entry(NAME);
    const name = new URL(database.url).pathname.slice(1);
    const pool = new pg.Pool({ connectionString: withParts(this.#adminUrl, { database: name }), max: 1 });
    try {
      await fillConversations({ pool } as unknown as Parameters<typeof fillConversations>[0]);
      for (let round = 1; ; round += 1) {
        const { rows } = await pool.query<{ bytes: number }>(
          'SELECT pg_database_size(current_database())::float8 AS bytes',
        );
        const { bytes } = rows[0]!;
        progress(`    filled: ${(bytes / 2 ** 20).toFixed(0)} MiB`);
        if (bytes >= SIZE_BYTES) return bytes;
        await pool.query(MORE_MESSAGES, [round * 1_000]);
      }
    } finally {
      await pool.end();
    }
  }

  /** Those who write, each in a conversation about one listing. */
  async signUp(): Promise<{ buyer: TestClient; writers: Writer[] }> {
    const clients: TestClient[] = [];
    for (let index = 0; index <= WRITERS / 2; index += 1) {
      const client = new TestClient(this.origin, systemClock);
      await client.signUp(`Student ${index}`, `student-${index}@${NAME}.example`);
      clients.push(client);
    }
    const [seller, ...buyers] = clients as [TestClient, ...TestClient[]];
    const { body: book } = await seller.post('/api/books', listing);
    const writers: Writer[] = [];
    for (const buyer of buyers) {
      const { status, body } = await buyer.post('/api/conversations', { bookId: book.id });
      if (status >= 300) throw new Error(JSON.stringify(body));
      writers.push({ client: buyer, conversationId: body.id }, { client: seller, conversationId: body.id });
    }
    return { buyer: buyers[0]!, writers };
  }

  /** The ids that clients gave, in the database to which the market has moved. */
  async storedMessages(): Promise<Set<string>> {
    const { cell, database } = await this.#deployment.entry(NAME);
    if (cell !== 'east') throw new Error(`The market is in ${cell}`);
    const rows = await queryUrl(
      database.url,
      `SELECT client_message_id::text AS id FROM messages WHERE created_at > now() - interval '1 hour'`,
    );
    return new Set(rows.map(({ id }) => id as string));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }
}

const listing = {
  title: 'Introduction to Algorithms',
  author: 'Cormen',
  subject: 'Computer Science',
  condition: 'Good',
  price: 5400,
  images: [],
};

/** 100 in each of 900 conversations, about a page of text each, which does not compress. */
const MORE_MESSAGES = `
  INSERT INTO messages (id, conversation_id, sender_id, receiver_id, content, message_type, seq, client_message_id, created_at)
  SELECT gen_random_uuid(), c.id, c.buyer_id, c.seller_id,
    (SELECT string_agg(md5(random()::text || s || w), ' ') FROM generate_series(1, 20) w), 'text', $1 + s,
    gen_random_uuid(), '2026-01-01'
  FROM conversations c, generate_series(1, 100) s`;

async function addPhotos(client: TestClient, origin: string): Promise<string[]> {
  const photos: string[] = [];
  for (let index = 0; index < PHOTOS; index += 1) {
    const photo = await drawPhoto(index);
    photos.push(await uploadPhoto(origin, `Bearer ${await client.token()}`, photo));
  }
  return photos;
}

/** Photos are no rows: they stay where they are. */
async function countMissing(photos: readonly string[], origin: string): Promise<number> {
  const statuses = await Promise.all(
    photos.map((photo) => fetch(new URL(photo, origin)).then(({ status }) => status)),
  );
  return statuses.filter((status) => status !== 200).length;
}
