import type { Database } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { conversations, messages } from './table.ts';

type ConversationSeed = {
  bookId: string;
  buyerId: string;
  sellerId: string;
  /** The messages in chronological order. */
  messages: { from: 'buyer' | 'seller'; content: string; at: Date }[];
  /** How many of the first messages each participant has read. Default: all. */
  buyerRead?: number;
  sellerRead?: number;
};

/** Writes a conversation with its messages, for an existing book and existing users. Returns its id. */
export async function seedConversation(
  database: Pick<Database, 'transaction'>,
  seed: ConversationSeed,
): Promise<string> {
  const first = seed.messages[0];
  const last = seed.messages.at(-1);
  if (first === undefined || last === undefined)
    throw new Error('A seeded conversation has at least one message');
  const id = newId(first.at);
  const rows = toRows(id, seed);
  const buyer = readState(rows, seed.buyerId);
  const seller = readState(rows, seed.sellerId);
  await database.transaction(async (tx) => {
    await tx.insert(conversations).values({
      id,
      bookId: seed.bookId,
      buyerId: seed.buyerId,
      sellerId: seed.sellerId,
      lastSeq: rows.length,
      lastMessageId: rows.at(-1)!.id,
      lastMessageContent: last.content,
      lastMessageSenderId: rows.at(-1)!.senderId,
      lastMessageAt: last.at,
      buyerUnread: buyer.unread,
      sellerUnread: seller.unread,
      buyerReadSeq: buyer.seq,
      buyerReadAt: buyer.at ?? null,
      sellerReadSeq: seller.seq,
      sellerReadAt: seller.at ?? null,
      createdAt: first.at,
    });
    await tx.insert(messages).values(rows);
  });
  return id;
}

function toRows(conversationId: string, seed: ConversationSeed) {
  const read = {
    buyer: seed.buyerRead ?? seed.messages.length,
    seller: seed.sellerRead ?? seed.messages.length,
  };
  return seed.messages.map(({ from, content, at }, index) => {
    const receiver = from === 'buyer' ? 'seller' : 'buyer';
    return {
      id: newId(at),
      conversationId,
      senderId: seed[`${from}Id`],
      receiverId: seed[`${receiver}Id`],
      content,
      seq: index + 1,
      clientMessageId: newId(at),
      readAt: index < read[receiver] ? (seed.messages[index + 1]?.at ?? at) : null,
      createdAt: at,
    };
  });
}

/** The unread count of a participant, and the last message read. */
function readState(rows: ReturnType<typeof toRows>, receiverId: string) {
  const received = rows.filter((row) => row.receiverId === receiverId);
  const lastRead = received.findLast((row) => row.readAt !== null);
  return {
    unread: received.filter((row) => row.readAt === null).length,
    seq: lastRead?.seq ?? 0,
    at: lastRead?.readAt,
  };
}
