import { asc, eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { namedSales, resaleQuestions } from './deal-table.ts';

/** Deleted with either user, and with the listing. */
export const dealPersonalData: PersonalDataHandler = {
  name: 'namedSales',
  async export({ orm }, userId) {
    const { bookId, price, state, createdAt, answeredAt } = namedSales;
    const listSales = (of: typeof namedSales.sellerId | typeof namedSales.buyerId) =>
      orm
        .select({ bookId, title: books.title, price, state, createdAt, answeredAt })
        .from(namedSales)
        .innerJoin(books, eq(books.id, bookId))
        .where(eq(of, userId))
        .orderBy(asc(createdAt));
    return { named: await listSales(namedSales.sellerId), questions: await listSales(namedSales.buyerId) };
  },
};

/** Deleted with the buyer, and with the sale. */
export const resalePersonalData: PersonalDataHandler = {
  name: 'resaleQuestions',
  async export({ orm }, userId) {
    const { saleId, semesterEnd, createdAt, dismissedAt } = resaleQuestions;
    return orm
      .select({ saleId, semesterEnd, createdAt, dismissedAt })
      .from(resaleQuestions)
      .where(eq(resaleQuestions.buyerId, userId))
      .orderBy(asc(createdAt));
  },
};
