import { randomUUID } from 'node:crypto';
import type { BenchEnvironment } from '../bench-environment.ts';
import { httpLoad } from '../load/http-load.ts';
import { interleave, type Side } from '../load/interleave.ts';
import { callApi, sellersOf } from '../load/talkers.ts';
import { cpuRow, milliseconds, type ReportRow } from '../results/report.ts';
import { percentile } from '../results/statistics.ts';

const BUYERS = 50;
const MESSAGES = 50;
const CONNECTIONS = 8;
/** More than elsewhere: the two differ little. */
const ROUNDS = 7;
/** Both pages are read from the same table by the same statement; an offer has more fields than a text. */
const MAX_CPU_RATIO = 1.3;

/** Accepting the offers of many buyers at once, and conversations of offers beside those of texts. */
export async function measureOffers(market: BenchEnvironment): Promise<ReportRow[]> {
  const [seller, other, ...buyers] = sellersOf(market);
  return [
    await measureAccepting(market, seller!, buyers.slice(0, BUYERS)),
    await measureLoading(market, [seller!, other!], buyers[BUYERS]!),
  ];
}

/** A book of a seller, and a conversation about it for each buyer. */
async function openConversations(
  market: BenchEnvironment,
  seller: number,
  buyers: readonly number[],
): Promise<{ price: number; conversations: { token: string; id: string }[] }> {
  const api = `http://127.0.0.1:${market.port}/api`;
  const token = await market.tokenOf(seller);
  const { id: sellerId } = await callApi(`${api}/users/sync`, token, {});
  const [book] = await callApi(`${api}/books/user/${sellerId}?limit=1`, token);
  const conversations = await Promise.all(
    buyers.map(async (buyer) => {
      const token = await market.tokenOf(buyer);
      return { token, id: (await callApi(`${api}/conversations`, token, { bookId: book.id })).id as string };
    }),
  );
  return { price: book.price, conversations };
}

async function measureAccepting(
  market: BenchEnvironment,
  seller: number,
  buyers: readonly number[],
): Promise<ReportRow> {
  const api = `http://127.0.0.1:${market.port}/api`;
  const { price, conversations } = await openConversations(market, seller, buyers);
  const offers: string[] = await Promise.all(
    conversations.map(async ({ token, id }) => {
      const offer = { amount: price, clientMessageId: randomUUID() };
      return (await callApi(`${api}/conversations/${id}/offers`, token, offer)).id;
    }),
  );
  const headers = {
    authorization: `Bearer ${await market.tokenOf(seller)}`,
    'content-type': 'application/json',
  };
  const start = performance.now();
  const answers = await Promise.all(
    offers.map(async (id) => {
      const { status } = await fetch(`${api}/offers/${id}/accept`, { method: 'POST', headers, body: '{}' });
      return { status, took: performance.now() - start };
    }),
  );
  const accepted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  const took = answers.map((answer) => answer.took);
  return {
    figure: `${offers.length} offers for one book, accepted at the same time`,
    measured: `p50 ${milliseconds(percentile(took, 0.5))}, last ${milliseconds(Math.max(...took))} ms · ${accepted.length} accepted, ${refused.length} refused`,
    aim: { text: '1 accepted', met: accepted.length === 1 && refused.length === offers.length - 1 },
  };
}

async function measureLoading(
  market: BenchEnvironment,
  sellers: readonly number[],
  buyer: number,
): Promise<ReportRow> {
  const sides: Side[] = [];
  for (const [index, seller] of sellers.entries()) {
    const { conversations } = await openConversations(market, seller, [buyer]);
    const { id, token } = conversations[0]!;
    await fill(market, conversations[0]!, index === 0);
    const load = { port: market.port, token, path: () => `/api/conversations/${id}/messages` };
    sides.push({
      run: (duration) => httpLoad({ ...load, connections: CONNECTIONS, milliseconds: duration }),
      cpu: () => market.server.cpu(),
    });
  }
  const pace = { ...market.pace, rounds: ROUNDS };
  const measured = await interleave(sides[0]!, sides[1]!, pace);
  return cpuRow(`Conversation with ${MESSAGES} offers · with ${MESSAGES} texts`, measured, MAX_CPU_RATIO);
}

/** Offers are texts that are changed in place: a day allows five. */
async function fill(
  market: BenchEnvironment,
  { id, token }: { id: string; token: string },
  areOffers: boolean,
): Promise<void> {
  const address = `http://127.0.0.1:${market.port}/api/messages`;
  for (let index = 0; index < MESSAGES; index += 1)
    await callApi(address, token, {
      conversationId: id,
      content: 'Offer: $48.00',
      clientMessageId: randomUUID(),
    });
  if (!areOffers) return;
  const text = `WITH changed AS (
      UPDATE messages SET message_type = 'offer' WHERE conversation_id = $1 RETURNING *)
    INSERT INTO offers (id, conversation_id, book_id, sender_id, receiver_id, amount, asking_price, state,
      is_withheld, day, number_of_day, expires_at, ended_at, created_at)
    SELECT m.id, m.conversation_id, c.book_id, m.sender_id, m.receiver_id, 4800, 5400, 'countered',
      false, m.created_at::date, 1, m.created_at, m.created_at, m.created_at
    FROM changed m JOIN conversations c ON c.id = m.conversation_id`;
  await market.bare.record(({ pool }) => pool.query({ text, values: [id] }));
}
