import { randomUUID } from 'node:crypto';
import type { ServerMessage } from '#features/live/contract.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { httpLoad } from '../load/http-load.ts';
import { createSearches } from '../load/searches.ts';
import { SocketCrowd } from '../load/socket-crowd.ts';
import { openPair, sellersOf, type Talker } from '../load/talkers.ts';
import { type ReportRow, whole } from '../results/report.ts';
import { drawPhoto, uploadPhoto } from './upload-photo.ts';
import { inTurn } from './measure-requests.ts';

const CONNECTIONS = 4;
const DURATION_MS = 3_000;
const SEARCHES = 100;
const PAIRS = 20;
const PHOTOS = 8;
const SIGN_UPS = 10;
const SOCKETS = 500;

/** Returns how often it did what is measured. */
type Work = () => Promise<number>;

/**
 * What one of each costs: CPU time in the process and in the database, and bytes. CPU time says the same on a
 * machine with other work, where rates and latencies do not.
 */
export async function measureCosts(market: BenchEnvironment): Promise<ReportRow[]> {
  if (market.engine !== 'embedded') return [];
  const rows: ReportRow[] = [];
  for (const [figure, work] of Object.entries(await works(market)))
    rows.push(await costRow(market, figure, work));
  return [...rows, ...(await sizeRows(market))];
}

async function works(market: BenchEnvironment): Promise<Record<string, Work>> {
  const ids = await market.bare.bookIds(1_000);
  const { selective, common, misspelt } = createSearches(market.catalog.books, SEARCHES);
  const search = (text: string) => `/api/books?search=${encodeURIComponent(text)}`;
  return {
    'List from cache': requests(market, () => '/api/books'),
    'List, nothing kept': requests(market, () => '/api/books', true),
    'Home from cache': requests(market, () => '/'),
    'Home, nothing kept': requests(market, () => '/', true),
    'Book page, nothing kept': requests(market, inTurn(ids.map((id) => `/book/${id}`)), true),
    'Book by id': requests(market, inTurn(ids.map((id) => `/api/books/${id}`))),
    'Search, two words': requests(market, inTurn(selective.map(search)), true),
    'Search, a common word': requests(market, inTurn(common.map(search)), true),
    'Search, misspelt': requests(market, inTurn(misspelt.map(search)), true),
    'Message, over sockets': messages(market),
    'Photo, uploaded': await photos(market),
    'Sign-up': () => signUps(market),
    'Socket, opened by a known user': await sockets(market),
  };
}

/** Twice: the first time compiles code and fills caches. */
async function costRow({ server }: BenchEnvironment, figure: string, work: Work): Promise<ReportRow> {
  await work();
  const before = await server.usage();
  const count = await work();
  const after = await server.usage();
  const own = (after.own - before.own) / count;
  const database = (after.database - before.database) / count;
  return {
    figure: `Cost: ${figure}`,
    measured: `${whole(own)} µs CPU in the process, ${whole(database)} µs in the database (${whole(count)} times)`,
  };
}

function requests({ port }: BenchEnvironment, path: () => string, forgetting = false): Work {
  const load = { port, path, forgetting, connections: CONNECTIONS, milliseconds: DURATION_MS };
  return async () => (await httpLoad(load)).count;
}

function messages(market: BenchEnvironment): Work {
  const people = sellersOf(market);
  const talkers: Talker[] = [];
  return async () => {
    // Not before: open sockets hear of each change, as a request that misses the cache makes one.
    for (let pair = talkers.length / 2; pair < PAIRS; pair += 1)
      talkers.push(...(await openPair(market, { seller: people[pair]!, buyer: people[PAIRS + pair]! })));
    const until = performance.now() + DURATION_MS;
    const counts = await Promise.all(talkers.map((talker) => sendUntil(talker, until)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
}

/** Sends a message whenever the one before it is back. */
function sendUntil({ socket, conversationId }: Talker, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let awaited = '';
    const send = () => {
      awaited = randomUUID();
      const content = 'Is it still there, and would you take ten dollars for it?';
      socket.send(
        JSON.stringify({ type: 'send_message', conversationId, content, clientMessageId: awaited }),
      );
    };
    const hear = (data: unknown) => {
      const said = JSON.parse(String(data)) as ServerMessage;
      if (said.type === 'error') reject(new Error(said.message));
      if (said.type !== 'new_message' || said.message.clientMessageId !== awaited) return;
      count += 1;
      if (performance.now() < until) return send();
      socket.off('message', hear);
      resolve(count);
    };
    socket.on('message', hear);
    send();
  });
}

async function photos(market: BenchEnvironment): Promise<Work> {
  const origin = `http://127.0.0.1:${market.port}`;
  const drawn = await Promise.all(Array.from({ length: PHOTOS }, (_, index) => drawPhoto(index)));
  return async () => {
    for (const [index, photo] of drawn.entries())
      await uploadPhoto(origin, `Bearer ${await market.tokenOf(index)}`, photo);
    return drawn.length;
  };
}

async function signUps({ port }: BenchEnvironment): Promise<number> {
  for (let count = 0; count < SIGN_UPS; count += 1) {
    const email = `${randomUUID()}@northfield.example`;
    const response = await fetch(`http://127.0.0.1:${port}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'A Student', email, password: randomUUID() }),
    });
    if (!response.ok) throw new Error(`A sign-up returned ${response.status}: ${await response.text()}`);
  }
  return SIGN_UPS;
}

async function sockets(market: BenchEnvironment): Promise<Work> {
  const tokens = await Promise.all(Array.from({ length: SOCKETS }, (_, index) => market.tokenOf(index)));
  return async () => {
    using _crowd = await SocketCrowd.gather(market.port, tokens);
    return tokens.length;
  };
}

async function sizeRows({ bare }: BenchEnvironment): Promise<ReportRow[]> {
  const perRow = (table: string) =>
    bare.number(`SELECT pg_total_relation_size('${table}')::float8 / count(*) FROM ${table}`);
  const row = (figure: string, bytes: number) => ({
    figure: `Size: ${figure}`,
    measured: `${whole(bytes)} bytes`,
  });
  return [
    row('a book, with its indexes', await perRow('books')),
    row('a message, with its indexes', await perRow('messages')),
    row('a user, with its indexes', await perRow('users')),
    row(
      "a photo, all sizes (drawn, as large as a phone's)",
      await bare.number('SELECT avg(bytes) FROM photos'),
    ),
  ];
}
