import { z } from 'zod';
import { publicUser } from '#features/accounts/contract.ts';
import { book, bookInput, searchable } from '#features/books/contract.ts';
import { paymentStatuses, purchaseTypes } from '#features/payments/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { paginationQuery, isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { CLEANUP_BATCH_SIZE, SEED_BATCH_SIZE } from './rules.ts';

const adminBook = book.extend({ seller: book.shape.seller.extend({ email: z.string() }) });
export type AdminBook = z.infer<typeof adminBook>;

const adminUser = publicUser.extend({
  email: z.string(),
  isAdmin: z.boolean(),
  activeListings: z.int(),
});
export type AdminUser = z.infer<typeof adminUser>;

const stats = z.strictObject({
  totalBooks: z.int().describe('Listings that were not deleted, sold ones too'),
  totalUsers: z.int(),
  activeListings: z.int(),
});

const day = z.strictObject({
  day: z.iso.date().describe('In UTC'),
  listings: z.int().describe('New ones, also those that were deleted since'),
  messages: z.int(),
  income: z.int().describe('Cents that came that day and have not gone back'),
});

const latestPayment = z.strictObject({
  id: uuidSchema,
  type: z.enum(purchaseTypes),
  status: z.enum(paymentStatuses),
  amount: z.int().describe('Cents'),
  createdAt: isoTimestamp,
});

const activity = z.strictObject({
  days: z.array(day).describe('The oldest first, the last one is today'),
  payments: z
    .array(latestPayment)
    .describe('The newest first; card forms that were only opened are left out'),
  testMode: z.boolean().describe('No money moves; what is shown as income is none'),
});
export type Activity = z.infer<typeof activity>;

const setup = z.strictObject({
  mail: z.enum(['smtp', 'outbox']).describe("'outbox': no mail server is set"),
});

const bookRemoval = z.strictObject({ photos: z.int(), conversations: z.int(), favorites: z.int() });
const userRemoval = z.strictObject({
  listings: z.int(),
  conversations: z.int(),
  favorites: z.int(),
  payments: z.int().describe('Kept as records of money, without the person'),
  runningSubscription: z.boolean().describe('It is ended at once'),
});

const testData = z.strictObject({
  books: z.array(book.pick({ id: true, title: true, price: true })),
  users: z.array(z.strictObject({ id: uuidSchema, email: z.string() })),
  isComplete: z.boolean().describe('There is no more than this'),
});

const search = searchable(200).optional();
const byId = z.object({ id: uuidSchema });

export const administrationEndpoints = defineEndpoints({
  'GET /api/admin/stats': { auth: 'admin', summary: 'The counters of the dashboard', response: stats },
  'GET /api/admin/activity': {
    auth: 'admin',
    summary: 'Listings, messages and income of each of the last days, and the latest payments',
    response: activity,
  },
  'GET /api/admin/setup': {
    auth: 'admin',
    summary: 'What an administrator should know of how this is set up',
    response: setup,
  },
  'GET /api/admin/books': {
    auth: 'admin',
    summary: 'All listings, the newest first, with their sellers; sold ones too',
    query: z.object({ ...paginationQuery, search: search.describe('Title, author, ISBN or seller') }),
    response: z.array(adminBook),
    paged: true,
  },
  'GET /api/admin/books/:id/removal': {
    auth: 'admin',
    summary: 'What goes, or loses its book, when this listing is deleted',
    params: byId,
    response: bookRemoval,
  },
  'DELETE /api/admin/books/:id': {
    auth: 'admin',
    summary: 'Deletes a listing for good',
    params: byId,
    response: z.strictObject({ deleted: z.literal(true) }),
  },
  'GET /api/admin/users': {
    auth: 'admin',
    summary: 'All people, the newest first',
    query: z.object({ ...paginationQuery, search: search.describe('Name or e-mail') }),
    response: z.array(adminUser),
    paged: true,
  },
  'GET /api/admin/users/:id/removal': {
    auth: 'admin',
    summary: 'What goes when this person is deleted',
    params: byId,
    response: userRemoval,
  },
  'DELETE /api/admin/users/:id': {
    auth: 'admin',
    summary: 'Deletes a person and everything of theirs',
    params: byId,
    query: z.object({
      bar: z.literal('1').optional().describe('Also bars the e-mail from signing up again'),
    }),
    response: z.strictObject({ deleted: z.literal(true), barred: z.boolean() }),
  },
  'GET /api/admin/cleanup-test-data': {
    auth: 'admin',
    summary: 'What the cleaning would remove',
    response: testData,
  },
  'DELETE /api/admin/cleanup-test-data': {
    auth: 'admin',
    summary: `Removes test data, at most ${CLEANUP_BATCH_SIZE.books} listings and ${CLEANUP_BATCH_SIZE.users} people at a time`,
    response: z.strictObject({ deletedBooks: z.int(), deletedUsers: z.int() }),
  },
  'POST /api/admin/seed-textbooks': {
    auth: 'admin',
    summary: 'Lists textbooks as your own; what you list already is not added again',
    body: z.object({
      textbooks: z
        .array(bookInput)
        .min(1, { error: 'Name at least one textbook' })
        .max(SEED_BATCH_SIZE, { error: `At most ${SEED_BATCH_SIZE} textbooks at a time` }),
    }),
    response: z.strictObject({ count: z.int().describe('How many were added') }),
  },
});
export type AdministrationEndpoints = typeof administrationEndpoints;

export const administrationProblems = defineProblems({
  'cannot-delete-admin': { status: 409, detail: "Admins can't be deleted here." },
});
export const administrationProblem = createProblemFactory(administrationProblems);
