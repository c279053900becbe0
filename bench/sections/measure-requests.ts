import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { listBooks } from '#features/books/server/list/list-books.ts';
import { getBookRow } from '#features/books/server/find-books.ts';
import { createToBooks } from '#features/prices/server/book-prices.ts';
import { testMarket } from '#tests/support/test-market.ts';
import type { Statement } from '../servers/sql-baseline.ts';
import { httpLoad } from '../load/http-load.ts';
import { interleave, type Side } from '../load/interleave.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { MeasuredProcess } from '../servers/measured-process.ts';
import type { BaselineResponses, BaselineServerSettings } from '../servers/http-baseline-server.ts';
import { temporaryDirectory } from '../servers/temporary-directory.ts';
import { rateRow, type ReportRow } from '../results/report.ts';

const toBooks = createToBooks(testMarket);

const PAGE_SIZE = 20;
const CONNECTIONS = 16;
const CACHED_LIST_AIM_RATIO = 0.85;
const DETAIL_AIM_RATIO = 0.4;

/** `GET /api/books`, cached and not cached. */
export async function measureLists(market: BenchEnvironment): Promise<ReportRow[]> {
  return [
    await fromCache(market, 'List from cache', { path: '/api/books', aim: CACHED_LIST_AIM_RATIO }),
    await rendered(market, 'List, nothing kept', '/api/books'),
  ];
}

/** Home, rendered: cached and not cached. */
export async function measureHome(market: BenchEnvironment): Promise<ReportRow[]> {
  return [
    await fromCache(market, 'Home from cache', { path: '/', aim: CACHED_LIST_AIM_RATIO }),
    await rendered(market, 'Home, nothing kept', '/'),
  ];
}

/** `GET /api/books/:id`, of a thousand books. */
export async function measureDetail(market: BenchEnvironment): Promise<ReportRow[]> {
  const ids = await market.bare.bookIds(1_000);
  const statements: Statement[][] = [];
  for (const id of ids)
    statements.push(
      await market.bare.record(async (database) =>
        toBooks(database, [await getBookRow(database, id)], new Date()),
      ),
    );
  const measured = await interleave(
    productSide(market, { path: inTurn(ids.map((id) => `/api/books/${id}`)), connections: CONNECTIONS }),
    bareSide(market, inTurn(statements), CONNECTIONS),
    market.pace,
  );
  return [rateRow('Book by id · bare SQL', measured, DETAIL_AIM_RATIO)];
}

/** The public profiles of sellers, rendered, compared with pages of their listings: both show other users. */
export async function measureProfile(market: BenchEnvironment): Promise<ReportRow[]> {
  const [users, books] = [await market.bare.sellerIds(1_000), await market.bare.bookIds(1_000)];
  const pages = (paths: readonly string[]) =>
    productSide(market, { path: inTurn(paths), connections: CONNECTIONS, forgetting: true });
  const measured = await interleave(
    pages(users.map((id) => `/user/${id}`)),
    pages(books.map((id) => `/book/${id}`)),
    market.pace,
  );
  return [rateRow('Profile page, nothing kept · book page', measured)];
}

type Asking = {
  path: () => string;
  connections: number;
  forgetting?: boolean;
  token?: string;
  headers?: string;
  status?: number;
};

export function productSide({ port, server }: BenchEnvironment, asking: Asking): Side {
  return {
    run: (milliseconds) => httpLoad({ ...asking, port, milliseconds }),
    cpu: () => server.cpu(),
  };
}

export function bareSide({ bare }: BenchEnvironment, next: () => Statement[], concurrency: number): Side {
  return { run: (milliseconds) => bare.load(next, concurrency, milliseconds) };
}

/** One after the other, repeatedly. */
export function inTurn<T>(all: readonly T[]): () => T {
  let index = -1;
  return () => all[(index = (index + 1) % all.length)]!;
}

/** Compared with node:http sending the same bytes with the same headers. `isKnown`: the client has the response already. */
export async function fromCache(
  market: BenchEnvironment,
  figure: string,
  { path, isKnown = false, aim }: { path: string; isKnown?: boolean; aim?: number },
): Promise<ReportRow> {
  const etag = isKnown
    ? (await answerOf(market.port, path)).headers.find(([name]) => name === 'etag')![1]
    : null;
  const answer = await answerOf(market.port, path, etag);
  using directory = temporaryDirectory();
  const file = join(directory.path, 'responses.json');
  writeFileSync(file, JSON.stringify({ [path]: answer } satisfies BaselineResponses));
  await using raw = await MeasuredProcess.start<{ port: number }>({
    program: 'http-baseline-server.ts',
    settings: { file } satisfies BaselineServerSettings,
  });
  const load = {
    path: () => path,
    connections: CONNECTIONS,
    status: answer.status,
    ...(etag !== null && { headers: `if-none-match: ${etag}\r\n` }),
  };
  const measured = await interleave(
    productSide(market, load),
    {
      run: (milliseconds) => httpLoad({ ...load, port: raw.ready.port, milliseconds }),
      cpu: () => raw.cpu(),
    },
    market.pace,
  );
  return rateRow(`${figure} · node:http`, measured, aim);
}

/** Compared with the list's statement alone. */
export async function rendered(market: BenchEnvironment, figure: string, path: string): Promise<ReportRow> {
  const statements = await market.bare.record(async (database) => {
    const { items } = await listBooks(database, { limit: PAGE_SIZE }, new Date());
    return toBooks(database, items, new Date());
  });
  const measured = await interleave(
    productSide(market, { path: () => path, connections: CONNECTIONS, forgetting: true }),
    bareSide(market, () => statements, CONNECTIONS),
    market.pace,
  );
  return rateRow(`${figure} · bare SQL`, measured);
}

/** The compressed bytes and the headers of the product. */
async function answerOf(
  port: number,
  path: string,
  etag: string | null = null,
): Promise<BaselineResponses[string]> {
  return new Promise((resolve, reject) => {
    get(
      {
        host: '127.0.0.1',
        port,
        path,
        agent: false,
        headers: { 'accept-encoding': 'gzip, deflate, br', ...(etag !== null && { 'if-none-match': etag }) },
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject).on('end', () => {
          const headers: [string, string][] = [];
          for (let at = 0; at < response.rawHeaders.length; at += 2) {
            headers.push([response.rawHeaders[at]!, response.rawHeaders[at + 1]!]);
          }
          // node:http sets these itself.
          const own = headers.filter(([name]) => !/^(date|connection|keep-alive)$/i.test(name));
          resolve({
            status: response.statusCode!,
            headers: own,
            body: Buffer.concat(pieces).toString('base64'),
          });
        });
      },
    ).on('error', reject);
  });
}
