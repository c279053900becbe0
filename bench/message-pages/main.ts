/**
 * `npm run message-pages -- DIRECTORY`: what pages of messages and of conversations cost in this version, as a
 * ratio to another checkout with its packages, on one database. The two take turns.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type * as Conversations from '#features/conversations/server/list-conversations.ts';
import type * as Messages from '#features/conversations/server/list-messages.ts';
import type * as Databases from '#platform/server/database/database.ts';
import { defaultMarket } from '#platform/shared/market/default-market.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { median } from '../results/statistics.ts';
import { temporaryDirectory } from '../servers/temporary-directory.ts';
import { fillConversations, type FilledConversations } from './fill-conversations.ts';

const PUBLIC_URL = 'https://books.invalid';
const ROUNDS = 60;
const CALLS_PER_ROUND = 40;
const PAGE_SIZES = { messages: 50, conversations: 20 };
const ROOT = join(import.meta.dirname, '../..');
const log = { debug() {}, info() {}, warn: console.warn, error: console.error };

type Page = 'offers' | 'meetings' | 'texts' | 'conversations';
type Checkout = { read: (page: Page) => Promise<unknown>; database: Databases.Database };

const load = <Module>(root: string, path: string): Promise<Module> =>
  import(pathToFileURL(join(root, 'src', path)).href);

/** The reads of a checkout, whose imports are its own. */
async function openCheckout(root: string, url: string, filled: FilledConversations): Promise<Checkout> {
  const { openDatabase } = await load<typeof Databases>(root, 'platform/server/database/database.ts');
  const { listMessages } = await load<typeof Messages>(
    root,
    'features/conversations/server/list-messages.ts',
  );
  const { listConversations } = await load<typeof Conversations>(
    root,
    'features/conversations/server/list-conversations.ts',
  );
  const database = await openDatabase({ url, dataDir: '', log });
  const context = { database, publicUrl: PUBLIC_URL, market: defaultMarket };
  const actor = { id: filled.sellerId };
  const now = filled.now;
  const read = (page: Page) =>
    page === 'conversations'
      ? listConversations(database.orm, actor, { limit: PAGE_SIZES.conversations, cursor: undefined }, now)
      : listMessages(
          context,
          actor,
          { conversationId: filled.conversationIds[page], limit: PAGE_SIZES.messages, cursor: undefined },
          now,
        );
  return { read, database };
}

/** Milliseconds of one call. */
async function measureRound({ read }: Checkout, page: Page): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < CALLS_PER_ROUND; call += 1) await read(page);
  return (performance.now() - start) / CALLS_PER_ROUND;
}

async function compare(after: Checkout, before: Checkout, page: Page): Promise<string> {
  if (!isDeepStrictEqual(await after.read(page), await before.read(page)))
    throw new Error(`the two read different ${page}`);
  const [ratios, costs]: [number[], number[]] = [[], []];
  for (let round = -2; round < ROUNDS; round += 1) {
    const isFirst = round % 2 === 0;
    const first = await measureRound(isFirst ? after : before, page);
    const second = await measureRound(isFirst ? before : after, page);
    const [ours, theirs] = isFirst ? [first, second] : [second, first];
    // Two of warm-up.
    if (round < 0) continue;
    ratios.push(ours / theirs);
    costs.push(ours);
  }
  return `${page.padEnd(14)} ${median(costs).toFixed(2)} ms, ratio ${median(ratios).toFixed(2)}`;
}

const other = process.argv[2];
if (other === undefined) throw new Error('npm run message-pages -- DIRECTORY');
using directory = temporaryDirectory();
const { openDatabase } = await load<typeof Databases>(ROOT, 'platform/server/database/database.ts');
const database = await openDatabase({ dataDir: directory.path, log });
await migrateDatabase(database, { folder: join(ROOT, 'db/migrations'), log });
const filled = await fillConversations(database);
const after = await openCheckout(ROOT, database.url, filled);
const before = await openCheckout(other, database.url, filled);
for (const page of ['offers', 'meetings', 'texts', 'conversations'] as const)
  console.log(await compare(after, before, page));
for (const each of [after.database, before.database, database]) await each.close();
