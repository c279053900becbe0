import { z } from 'zod';
import { adminLocks, publicUser } from '#features/accounts/contract.ts';
import { MAX_NOTE_LENGTH, measureReasons } from '#features/moderation/rules.ts';
import { book, bookInput } from '#features/books/contract.ts';
import { searchable } from '#features/books/searchable.ts';
import { paymentStatuses, purchaseTypes } from '#features/payments/rules.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { staffRoles } from '#platform/shared/team/staff-roles.ts';
import { isoTimestamp, multilineText, paginationQuery, uuidSchema } from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { textId, textToken } from '#platform/shared/texts/t.ts';
import { CLEANUP_BATCH_SIZE, SEED_BATCH_SIZE, userFilters } from './rules.ts';

const adminBook = book.extend({ seller: book.shape.seller.extend({ email: z.string() }) });
export type AdminBook = z.infer<typeof adminBook>;

const adminUser = publicUser.extend({
  email: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  roles: z.array(z.enum(staffRoles)),
  staffSince: isoTimestamp.nullable().describe('Since when in the team; null: not in it, or not known'),
  adminLock: z
    .enum(adminLocks)
    .nullable()
    .describe("Why the role of an admin can't be revoked: the last admin, or one by the operator's settings"),
  pausedUntil: isoTimestamp.nullable().describe('The end of a running pause'),
  activeListings: z.int(),
});
export type AdminUser = z.infer<typeof adminUser>;

const stats = z.strictObject({
  totalBooks: z.int().describe("Listings that aren't deleted, including sold ones"),
  totalUsers: z.int(),
  activeListings: z.int(),
  courses: z.int(),
  wantedEntries: z.int(),
  reviews: z.int().describe('Public ones'),
});
export type Stats = z.infer<typeof stats>;

const day = z.strictObject({
  day: z.iso.date().describe('In UTC'),
  listings: z.int().describe('New ones, including those deleted since'),
  messages: z.int(),
  income: z.int().describe('Minor units received that day and not refunded'),
});

const latestPayment = z.strictObject({
  id: uuidSchema,
  type: z.enum(purchaseTypes),
  status: z.enum(paymentStatuses),
  amount: z.int().describe('Minor units'),
  createdAt: isoTimestamp,
});

const activity = z.strictObject({
  days: z.array(day).describe('Oldest first; the last one is today'),
  payments: z.array(latestPayment).describe('Newest first, without payments that were never attempted'),
  testMode: z.boolean().describe("Test mode: the income isn't real"),
});
export type Activity = z.infer<typeof activity>;

const setup = z.strictObject({
  mail: z.enum(['smtp', 'outbox']).describe("'outbox': no mail server is configured"),
});

const bookRemoval = z.strictObject({ photos: z.int(), conversations: z.int(), favorites: z.int() });
export type BookRemoval = z.infer<typeof bookRemoval>;

const userRemoval = z.strictObject({
  emailVerified: z.boolean().describe('Only a verified email can be banned'),
  otherAccounts: z.int().describe('With a verified email of the same mailbox: a ban deletes them too'),
  listings: z.int(),
  conversations: z.int(),
  favorites: z.int(),
  payments: z.int().describe("Kept as records, without the user's name"),
  runningSubscription: z.boolean().describe('Canceled immediately'),
});
export type UserRemoval = z.infer<typeof userRemoval>;

const testData = z.strictObject({
  books: z.array(book.pick({ id: true, title: true, price: true })),
  users: z.array(z.strictObject({ id: uuidSchema, email: z.string() })),
  isComplete: z.boolean().describe('The list is complete'),
});
export type TestData = z.infer<typeof testData>;

const search = searchable(200).optional();
/** What the person reads. */
const statement = {
  reason: z.enum(measureReasons).default('other'),
  note: multilineText({ min: 0, max: MAX_NOTE_LENGTH, field: textId('moderation.field.note') }).default(''),
};
const byId = z.object({ id: uuidSchema });

export const administrationEndpoints = defineEndpoints({
  'GET /api/admin/stats': {
    auth: 'admin',
    summary: 'Returns the counters of the dashboard',
    response: stats,
  },
  'GET /api/admin/activity': {
    auth: 'admin',
    summary: 'Returns listings, messages and income per day, and the latest payments',
    response: activity,
  },
  'GET /api/admin/setup': {
    auth: 'admin',
    summary: 'Returns the configuration that admins need to know',
    response: setup,
  },
  'GET /api/admin/books': {
    auth: 'admin',
    summary: 'Lists all listings with their sellers, newest first, including sold ones',
    query: z.object({ ...paginationQuery, search: search.describe('Title, author, ISBN or seller') }),
    response: z.array(adminBook),
    paged: true,
  },
  'GET /api/admin/books/:id/removal': {
    auth: 'admin',
    summary: 'Returns what deleting this listing deletes or detaches',
    params: byId,
    response: bookRemoval,
  },
  'DELETE /api/admin/books/:id': {
    auth: 'admin',
    summary: 'Removes a listing with a statement; it is kept unseen until its appeal has ended',
    params: byId,
    query: z.object(statement),
    response: z.strictObject({ deleted: z.literal(true) }),
  },
  'GET /api/admin/users': {
    auth: 'admin',
    summary: 'Lists all users, newest first',
    query: z.object({
      ...paginationQuery,
      search: search.describe('Name or email'),
      only: z.enum(userFilters).optional().describe('Members of the team, or paused users'),
    }),
    response: z.array(adminUser),
    paged: true,
  },
  'PUT /api/admin/users/:id/roles': {
    auth: 'admin',
    summary: 'Sets the roles of a user in the team',
    params: byId,
    body: z.object({ roles: z.array(z.enum(staffRoles)).max(staffRoles.length) }),
    response: z.strictObject({ roles: z.array(z.enum(staffRoles)) }),
  },
  'GET /api/admin/users/:id/removal': {
    auth: 'admin',
    summary: 'Returns what deleting this user deletes',
    params: byId,
    response: userRemoval,
  },
  'DELETE /api/admin/users/:id': {
    auth: 'admin',
    summary: 'Permanently deletes a user and all their data',
    params: byId,
    query: z.object({
      ban: z.literal('1').optional().describe('Also bans the email from signing up again, if it is verified'),
      bar: z.literal('1').optional().describe('Sent for `ban` by open pages of the former version'),
      ...statement,
    }),
    response: z.strictObject({ deleted: z.literal(true), banned: z.boolean() }),
  },
  'GET /api/admin/cleanup-test-data': {
    auth: 'admin',
    summary: 'Previews the test data cleanup',
    response: testData,
  },
  'DELETE /api/admin/cleanup-test-data': {
    auth: 'admin',
    summary: `Deletes test data, at most ${CLEANUP_BATCH_SIZE.books} listings and ${CLEANUP_BATCH_SIZE.users} users at a time`,
    response: z.strictObject({ deletedBooks: z.int(), deletedUsers: z.int() }),
  },
  'POST /api/admin/seed-textbooks': {
    auth: 'admin',
    summary: "Adds textbooks to your listings; those you already list aren't added again",
    body: z.object({
      textbooks: z
        .array(bookInput)
        .min(1, { error: issueMessage(textToken('administration.field.textbooks.required')) })
        .max(SEED_BATCH_SIZE, {
          error: issueMessage(textToken('administration.field.textbooks.too-many', { max: SEED_BATCH_SIZE })),
        }),
    }),
    response: z.strictObject({ count: z.int().describe('Number of added textbooks') }),
  },
});
export type AdministrationEndpoints = typeof administrationEndpoints;

export const administrationProblems = defineProblems({
  'cannot-delete-admin': { status: 409 },
});
export const administrationProblem = createProblemFactory('administration', administrationProblems);
