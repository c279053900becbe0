/** The points of an uncached list. Other costs are ratios to it, so that any machine can measure them. */
const POINTS_OF_LIST = 5;
/** The points of the most expensive requests: a user may send forty of them in a minute. */
const MAX_POINTS = 60;

/** Rows of a page that costs what its route costs; one of more rows costs as many times as much. */
const ROWS_OF_PAGE = 20;

/**
 * Milliseconds of processor time of one uncached request in a market of 60,000 listings, for 20 rows of a
 * page; behind '?' with this parameter. `npm run bench -- request-costs` prints them.
 */
export const requestCosts: Readonly<Record<string, number>> = {
  'GET /*': 31,
  'GET /*?search': 87,
  'GET /api/admin/activity': 3,
  'GET /api/admin/audit': 7,
  'GET /api/admin/books': 4,
  'DELETE /api/admin/books/:id': 62,
  'GET /api/admin/books/:id/removal': 2,
  'DELETE /api/admin/cleanup-test-data': 98,
  'GET /api/admin/cleanup-test-data': 61,
  'GET /api/admin/courses/export': 75,
  'POST /api/admin/courses/import': 26,
  'POST /api/admin/courses/preview': 24,
  'POST /api/admin/courses/refused': 14,
  'POST /api/admin/places': 22,
  'DELETE /api/admin/places/:id': 16,
  'PATCH /api/admin/places/:id': 12,
  'PUT /api/admin/places/order': 12,
  'GET /api/admin/reports': 4,
  'PATCH /api/admin/reports/:id': 48,
  'GET /api/admin/reports/:id/evidence': 12,
  'GET /api/admin/reports/summary': 5,
  'DELETE /api/admin/reviews/:id': 38,
  'POST /api/admin/seed-textbooks': 30,
  'GET /api/admin/setup': 1,
  'GET /api/admin/stats': 44,
  'GET /api/admin/support': 5,
  'POST /api/admin/support/:id/answer': 20,
  'POST /api/admin/support/:id/close': 12,
  'POST /api/admin/support/:id/reopen': 14,
  'GET /api/admin/support/summary': 5,
  'GET /api/admin/users': 635,
  'DELETE /api/admin/users/:id': 112,
  'GET /api/admin/users/:id/removal': 8,
  'POST /api/auth/change-password': 44,
  'POST /api/auth/forgot-password': 42,
  'POST /api/auth/reset-password': 2,
  'POST /api/auth/send-verification-email': 28,
  'GET /api/auth/token': 16,
  'POST /api/auth/verify-email': 11,
  'GET /api/blocks': 2,
  'DELETE /api/blocks/:userId': 4,
  'PUT /api/blocks/:userId': 12,
  'GET /api/books': 12,
  'GET /api/books?course': 18,
  'GET /api/books?search': 48,
  'POST /api/books': 32,
  'DELETE /api/books/:id': 62,
  'GET /api/books/:id': 1,
  'PATCH /api/books/:id': 64,
  'POST /api/books/:id/named-sale': 96,
  'GET /api/books/:id/possible-buyers': 5,
  'POST /api/books/:id/renew': 64,
  'POST /api/books/:id/restore': 8,
  'POST /api/books/:id/views': 10,
  'GET /api/books/count': 36,
  'GET /api/books/count?search': 107,
  'GET /api/books/user/:userId': 15,
  'GET /api/conversations': 12,
  'POST /api/conversations': 16,
  'GET /api/conversations/:id': 5,
  'POST /api/conversations/:id/meetings': 31,
  'GET /api/conversations/:id/messages': 1,
  'POST /api/conversations/:id/offers': 11,
  'POST /api/conversations/:id/reservations': 92,
  'GET /api/courses': 2,
  'GET /api/courses?search': 3,
  'GET /api/courses/:code': 8,
  'POST /api/create-adfree-purchase': 198,
  'POST /api/create-payment-intent': 72,
  'GET /api/editions/:isbn': 4,
  'GET /api/favorites': 16,
  'GET /api/favorites/ids': 36,
  'POST /api/favorites/toggle': 40,
  'POST /api/meetings/:id/accept': 64,
  'GET /api/meetings/:id/calendar': 33,
  'POST /api/meetings/:id/cancel': 52,
  'POST /api/meetings/:id/change': 84,
  'POST /api/messages': 10,
  'PATCH /api/messages/:id/read': 10,
  'POST /api/named-sales/:id/response': 46,
  'GET /api/notifications/key': 1,
  'POST /api/objects/upload': 14,
  'POST /api/offers/:id/accept': 68,
  'POST /api/offers/:id/counter': 58,
  'POST /api/offers/:id/decline': 54,
  'POST /api/offers/:id/withdraw': 80,
  'GET /api/payments': 2,
  'GET /api/payments/provider': 1,
  'POST /api/payments/settle': 38,
  'GET /api/places': 4,
  'GET /api/price-guidance': 4,
  'GET /api/price-notices': 5,
  'POST /api/price-notices/seen': 8,
  'POST /api/reports': 17,
  'POST /api/reservations/:id/cancel': 52,
  'POST /api/reservations/:id/confirm': 76,
  'POST /api/reservations/:id/review': 66,
  'POST /api/reviews/:id/reply': 18,
  'GET /api/subscription': 2,
  'POST /api/subscription/cancel': 6,
  'POST /api/subscription/resume': 38,
  'POST /api/support': 32,
  'GET /api/users/:id': 5,
  'GET /api/users/:id/books': 4,
  'GET /api/users/:id/reviews': 3,
  'DELETE /api/users/me': 152,
  'PATCH /api/users/me': 12,
  'GET /api/users/me/bought': 8,
  'GET /api/users/me/bought/:id': 1,
  'GET /api/users/me/courses': 70,
  'DELETE /api/users/me/courses/:code': 4,
  'PUT /api/users/me/courses/:code': 7,
  'GET /api/users/me/deals': 10,
  'GET /api/users/me/export': 67,
  'GET /api/users/me/notifications': 2,
  'PATCH /api/users/me/notifications': 14,
  'GET /api/users/me/passkeys': 3,
  'DELETE /api/users/me/passkeys/:id': 32,
  'PATCH /api/users/me/passkeys/:id': 16,
  'DELETE /api/users/me/push-token': 14,
  'PUT /api/users/me/push-token': 26,
  'GET /api/users/me/removal': 2,
  'GET /api/users/me/resale-questions': 7,
  'POST /api/users/me/resale-questions/:id/dismiss': 12,
  'GET /api/users/me/review-requests': 4,
  'GET /api/users/me/sale-questions': 4,
  'DELETE /api/users/me/sessions': 12,
  'GET /api/users/me/sessions': 6,
  'DELETE /api/users/me/sessions/:id': 16,
  'POST /api/users/sync': 28,
  'GET /api/wanted': 220,
  'POST /api/wanted': 38,
  'DELETE /api/wanted/:id': 10,
  'PATCH /api/wanted/:id': 54,
  'POST /api/wanted/seen': 16,
  'GET /api/wanted/students': 1,
  'GET /api/wanted/students/:bookId': 7,
  'GET /api/wanted/unseen': 9,
  'POST /api/webhooks/stripe': 4,
  'GET /book/:id/share.png': 180,
  'GET /share.png': 1,
};

/** Parameters that name rows, separated by commas. */
const LISTS_OF_ROWS: readonly string[] = ['bookIds'];

/** How many pages of 20 rows a request is for: by its `limit`, or by the length of a list that names them. */
export function countPages(route: string, query: unknown): number {
  if (!route.startsWith('GET /api/')) return 1;
  const given = (query ?? {}) as Record<string, unknown>;
  const named = LISTS_OF_ROWS.map((name) => String(given[name] ?? '').split(',').length);
  return Math.max(1, ...[Number(given['limit']) || 0, ...named].map((rows) => rows / ROWS_OF_PAGE));
}

const costOfList = requestCosts['GET /api/books']!;
/** The points of a route, or of its most expensive measured parameter; the maximum if it was not measured. */
export function toPoints(route: string, query: unknown = {}): number {
  const parameters = Object.keys(query ?? {}).map((name) => requestCosts[`${route}?${name}`] ?? 0);
  const cost = requestCosts[route] ?? Infinity;
  const points = Math.ceil(
    (POINTS_OF_LIST * Math.max(cost, ...parameters) * countPages(route, query)) / costOfList,
  );
  return Math.min(MAX_POINTS, Math.max(1, points));
}
