import type { Database } from '#platform/server/database/database.ts';

export type FilledConversations = {
  now: Date;
  sellerId: string;
  conversationIds: Record<'offers' | 'meetings' | 'texts', string>;
};

const CONVERSATIONS = 900;
const MESSAGES = 60;
const NOW = new Date('2026-11-20T12:00:00Z');

/**
 * Conversations of one seller about 90 books with ten buyers, a third each of offers, meetings and texts. In
 * each third of ten, one has a reservation and a planned meeting. Ids are numbers.
 */
export async function fillConversations({ pool }: Database): Promise<FilledConversations> {
  const at = `'${NOW.toISOString()}'::timestamptz`;
  const id = (kind: number, number: string) =>
    `('0000000${kind}-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
  const message = (conversation: string, seq: string) => id(4, `${conversation} * 1000 + ${seq}`);
  const statements = [
    `INSERT INTO users (id, issuer, subject, email, name, created_at)
      SELECT ${id(1, 'n')}, 'bench', n::text, n || '@northfield.example', 'Student ' || n, ${at} FROM generate_series(0, 10) n`,
    `INSERT INTO books (id, seller_id, title, author, subject, condition, price, description, created_at, updated_at)
      SELECT ${id(2, 'n')}, ${id(1, '0')}, 'Book ' || n, 'Author', 'Mathematics', 'Good', 5400, 'No marks.', ${at}, ${at}
      FROM generate_series(0, 89) n`,
    `INSERT INTO conversations (id, book_id, buyer_id, seller_id, last_seq, last_message_id, last_message_content,
        last_message_sender_id, last_message_at, created_at)
      SELECT ${id(3, 'n')}, ${id(2, 'n / 10')}, ${id(1, '1 + n % 10')}, ${id(1, '0')}, ${MESSAGES}, ${message('n', String(MESSAGES))},
        'Last', ${id(1, '0')}, ${at} - n * interval '1 minute', ${at} FROM generate_series(0, ${CONVERSATIONS - 1}) n`,
    `INSERT INTO messages (id, conversation_id, sender_id, receiver_id, content, message_type, seq, client_message_id, created_at)
      SELECT ${message('n', 's')}, ${id(3, 'n')}, ${id(1, '1 + n % 10')}, ${id(1, '0')}, 'Is it still available? I could come at noon.',
        CASE n % 3 WHEN 0 THEN 'offer' WHEN 1 THEN 'meeting' ELSE 'text' END, s, ${message('n', 's')}, ${at}
      FROM generate_series(0, ${CONVERSATIONS - 1}) n, generate_series(1, ${MESSAGES}) s`,
    `INSERT INTO offers (id, conversation_id, book_id, sender_id, receiver_id, amount, asking_price, offered_listing, state,
        is_withheld, day, number_of_day, expires_at, ended_at, created_at)
      SELECT m.id, m.conversation_id, c.book_id, m.sender_id, m.receiver_id, 4800, 5400, '{"title": "0123456789abcdef"}', 'countered',
        false, '2026-11-20', 1, ${at}, ${at}, ${at}
      FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.message_type = 'offer'`,
    `INSERT INTO reservations (id, book_id, conversation_id, buyer_id, seller_id, price, until, created_at)
      SELECT c.id, c.book_id, c.id, c.buyer_id, c.seller_id, 4800, ${at} + interval '1 day', ${at}
      FROM conversations c WHERE c.id IN (SELECT ${id(3, 'n * 10 + n % 10')} FROM generate_series(0, 89) n)`,
    `INSERT INTO reservations (id, book_id, conversation_id, buyer_id, seller_id, price, state, until, ended_at, created_at)
      SELECT c.id, c.book_id, c.id, c.buyer_id, c.seller_id, 4800, 'canceled', ${at}, ${at}, ${at}
      FROM conversations c WHERE NOT EXISTS (SELECT FROM reservations r WHERE r.id = c.id)`,
    `INSERT INTO meetings (id, reservation_id, conversation_id, proposer_id, receiver_id, place, starts_at, time_zone, state,
        is_withheld, number, proposed_on, ended_at, created_at)
      SELECT m.id, m.conversation_id, m.conversation_id, m.sender_id, m.receiver_id, 'Library entrance', ${at} + interval '1 hour',
        'America/New_York', CASE WHEN m.seq = 1 THEN 'proposed' ELSE 'changed' END, false, m.seq, '2026-11-20',
        CASE WHEN m.seq = 1 THEN NULL ELSE ${at} END, ${at}
      FROM messages m WHERE m.message_type = 'meeting'`,
    `INSERT INTO meeting_messages (message_id, meeting_id, action) SELECT id, id, 'proposed' FROM meetings`,
    'VACUUM (ANALYZE)',
  ];
  for (const statement of statements) await pool.query(statement);
  const { rows } = await pool.query<Record<'offers' | 'meetings' | 'texts' | 'seller', string>>(
    `SELECT ${id(3, '450')} AS offers, ${id(3, '451')} AS meetings, ${id(3, '452')} AS texts, ${id(1, '0')} AS seller`,
  );
  const { seller, ...conversationIds } = rows[0]!;
  return { now: NOW, sellerId: seller, conversationIds };
}
