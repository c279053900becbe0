import type { CreateDemoUser } from '#features/accounts/server/demo/create-demo-user.ts';
import type { DeleteUser } from '#features/accounts/server/deletion/delete-user.ts';
import { seedReviews } from '#features/reviews/server/seed-reviews.ts';
import {
  recordConfirmedSale,
  type SaleContext,
} from '#features/trades/server/sales/record-confirmed-sale.ts';
import type { Database } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { demoEmail, formerStudent } from './demo-data.ts';

type Campus = SaleContext & {
  database: Database;
  createDemoUser: CreateDemoUser;
  deleteUser: DeleteUser;
  studentId: string;
  /** The seller with the fullest profile. */
  reviewedId: string;
  now: Date;
};

/** A user who traded with the demo student, wrote reviews and deleted the account: these are still there. */
export async function seedFormerStudent(campus: Campus): Promise<void> {
  const { database, createDemoUser, deleteUser, studentId, reviewedId, now } = campus;
  const { name, daysAgo, sold, bought } = formerStudent;
  const createdAt = new Date(now.getTime() - daysAgo * DAY_MS);
  const { id } = await createDemoUser({ name, email: demoEmail(name), isAdmin: false, createdAt });
  const sales = [
    { ...sold, sellerId: id, buyerId: studentId },
    { ...bought, sellerId: reviewedId, buyerId: id },
  ];
  await database.transaction(async (tx) => {
    for (const { review, hoursAgo, sellerId, buyerId, ...book } of sales) {
      const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
      const saleId = newId(at);
      await recordConfirmedSale(campus, tx, { ...book, sellerId, buyerId, id: saleId, bookId: null }, at);
      const writtenBy = sellerId === id ? 'seller' : 'buyer';
      const reviewedUserId = sellerId === id ? buyerId : sellerId;
      const publishedAt = new Date(at.getTime() + DAY_MS);
      const of = { saleId, writtenBy, authorId: id, reviewedId: reviewedUserId } as const;
      await seedReviews(tx, [{ ...of, stars: review, tags: [], text: '', reply: null, publishedAt }]);
    }
  });
  await deleteUser(id);
}
