import { requireFreshPasskey, type Accounts } from '#features/accounts/server/public.ts';
import type { BookHook, BookPrices } from '#features/books/server/public.ts';
import type { Moderation } from '#features/moderation/server/public.ts';
import type { Payments } from '#features/payments/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { administrationEndpoints } from '../contract.ts';
import { cleanTestData, previewTestData } from './clean-test-data.ts';
import { deleteAnyBook, previewBookDeletion } from './delete-any-book.ts';
import { deleteAnyUser, previewUserDeletion } from './delete-any-user.ts';
import { listAllBooks } from './list-all-books.ts';
import { listAllUsers } from './list-all-users.ts';
import { getStats, type Income, getActivity } from './measure-activity.ts';
import { setRolesOfUser } from './set-roles-of-user.ts';
import { seedTextbooks } from './seed-textbooks.ts';

export type AdministrationContext = {
  accounts: Pick<Accounts, 'deleteUser' | 'setRoles' | 'findAdminLocks'>;
  moderation: Moderation;
  payments: Payments;
  /** Days that a new listing stays active. */
  listingDays: number;
  bookHook: BookHook;
  prices: BookPrices;
};

/** Mounts the endpoints of the dashboard. The contract restricts them to administrators. */
export function mountAdministration(context: ServerContext, options: AdministrationContext): void {
  const { endpoints, clock, database, mailer } = context;
  const { accounts, bookHook, moderation, prices } = options;
  endpoints.mount(administrationEndpoints, {
    'GET /api/admin/stats': () => getStats(database, clock.now()),
    'GET /api/admin/activity': () => getActivity(database, incomeOf(options.payments), clock.now()),
    'GET /api/admin/setup': () => ({ mail: mailer.kind }),
    'GET /api/admin/books': ({ query }) => listAllBooks({ database, prices }, query, clock.now()),
    'GET /api/admin/books/:id/removal': ({ params }) => previewBookDeletion(database, params.id, clock.now()),
    'DELETE /api/admin/books/:id': ({ actor, params, query }) =>
      deleteAnyBook(
        { ...context, bookHook, moderation },
        { actor, bookId: params.id, ...query },
        clock.now(),
      ),
    'GET /api/admin/users': ({ query }) => listAllUsers({ database, accounts }, query, clock.now()),
    'PUT /api/admin/users/:id/roles': ({ actor, params, body }) => {
      requireFreshPasskey(actor, clock.now());
      return setRolesOfUser(
        { database, accounts },
        { actorId: actor.id, userId: params.id, ...body },
        clock.now(),
      );
    },
    'GET /api/admin/users/:id/removal': ({ params }) => previewUserDeletion(database, params.id),
    'DELETE /api/admin/users/:id': ({ actor, params, query }) => {
      requireFreshPasskey(actor, clock.now());
      const { ban, bar, ...words } = query;
      const input = { actor, userId: params.id, ban: ban === '1' || bar === '1', ...words };
      return deleteAnyUser(moderation, input);
    },
    'GET /api/admin/cleanup-test-data': () => previewTestData(context),
    'DELETE /api/admin/cleanup-test-data': ({ actor }) => {
      requireFreshPasskey(actor, clock.now());
      return cleanTestData({ ...context, accounts, bookHook }, actor.id, clock.now());
    },
    'POST /api/admin/seed-textbooks': ({ actor, body }) =>
      seedTextbooks({ ...context, ...options }, actor.id, body.textbooks, clock.now()),
  });
}

function incomeOf(payments: Payments): Income {
  if (!payments.open) return { provider: 'stripe-live', testMode: false };
  const { id } = payments.provider();
  return { provider: id, testMode: id !== 'stripe-live' };
}
