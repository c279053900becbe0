/** Of an uncached list. Other requests cost in relation to it, so that any machine can measure. */
const POINTS_OF_LIST = 5;
/** Of the most expensive requests: a user may send forty of them in a minute. */
const MAX_POINTS = 60;

/** Rows of a page that costs what its route costs; one of more rows costs as many times as much. */
const ROWS_OF_PAGE = 20;

/**
 * Milliseconds of processor time that one request took on one machine, uncached, in a market of 60,000
 * listings, for 20 rows of a page; behind '?' with this parameter. `npm run bench -- request-costs` prints them. A route of
 * the contract without one fails a test.
 */
export const requestCosts: Readonly<Record<string, number>> = {
  'GET /*': 31,
  'GET /*?search': 87,
  'GET /api/admin/activity': 3,
  'GET /api/admin/audit': 7,
  'GET /api/admin/books': 4,
  'DELETE /api/admin/books/:id': 27,
  'GET /api/admin/books/:id/removal': 2,
  'DELETE /api/admin/cleanup-test-data': 73,
  'GET /api/admin/cleanup-test-data': 61,
  'GET /api/admin/courses/export': 75,
  'POST /api/admin/courses/import': 31,
  'POST /api/admin/courses/preview': 36,
  'POST /api/admin/courses/refused': 5,
  'POST /api/admin/places': 23,
  'DELETE /api/admin/places/:id': 12,
  'PATCH /api/admin/places/:id': 13,
  'PUT /api/admin/places/order': 8,
  'GET /api/admin/reports': 4,
  'PATCH /api/admin/reports/:id': 22,
  'GET /api/admin/reports/:id/evidence': 12,
  'GET /api/admin/reports/summary': 5,
  'DELETE /api/admin/reviews/:id': 24,
  'POST /api/admin/seed-textbooks': 54,
  'GET /api/admin/setup': 1,
  'GET /api/admin/stats': 44,
  'GET /api/admin/support': 5,
  'POST /api/admin/support/:id/answer': 25,
  'POST /api/admin/support/:id/close': 10,
  'POST /api/admin/support/:id/reopen': 10,
  'GET /api/admin/support/summary': 5,
  'GET /api/admin/users': 635,
  'DELETE /api/admin/users/:id': 112,
  'GET /api/admin/users/:id/removal': 8,
  'POST /api/auth/change-password': 25,
  'POST /api/auth/forgot-password': 16,
  'POST /api/auth/reset-password': 2,
  'POST /api/auth/send-verification-email': 22,
  'GET /api/auth/token': 16,
  'POST /api/auth/verify-email': 11,
  'GET /api/blocks': 2,
  'DELETE /api/blocks/:userId': 2,
  'PUT /api/blocks/:userId': 21,
  'GET /api/books': 12,
  'GET /api/books?search': 48,
  'POST /api/books': 69,
  'DELETE /api/books/:id': 52,
  'GET /api/books/:id': 1,
  'PATCH /api/books/:id': 58,
  'POST /api/books/:id/named-sale': 72,
  'GET /api/books/:id/possible-buyers': 5,
  'POST /api/books/:id/renew': 47,
  'POST /api/books/:id/restore': 8,
  'POST /api/books/:id/views': 4,
  'GET /api/books/count': 36,
  'GET /api/books/count?search': 107,
  'GET /api/books/user/:userId': 15,
  'GET /api/conversations': 12,
  'POST /api/conversations': 16,
  'GET /api/conversations/:id': 5,
  'POST /api/conversations/:id/meetings': 31,
  'GET /api/conversations/:id/messages': 1,
  'POST /api/conversations/:id/offers': 11,
  'POST /api/conversations/:id/reservations': 38,
  'GET /api/courses': 2,
  'GET /api/courses?search': 14,
  'GET /api/courses/:code': 8,
  'POST /api/create-adfree-purchase': 114,
  'POST /api/create-payment-intent': 44,
  'GET /api/editions/:isbn': 4,
  'GET /api/favorites': 4,
  'GET /api/favorites/ids': 2,
  'POST /api/favorites/toggle': 40,
  'POST /api/meetings/:id/accept': 68,
  'GET /api/meetings/:id/calendar': 33,
  'POST /api/meetings/:id/cancel': 87,
  'POST /api/meetings/:id/change': 53,
  'POST /api/messages': 10,
  'PATCH /api/messages/:id/read': 145,
  'POST /api/named-sales/:id/response': 396,
  'GET /api/notifications/key': 1,
  'POST /api/objects/upload': 16,
  'POST /api/offers/:id/accept': 38,
  'POST /api/offers/:id/counter': 61,
  'POST /api/offers/:id/decline': 109,
  'POST /api/offers/:id/withdraw': 64,
  'GET /api/payments': 2,
  'GET /api/payments/provider': 1,
  'POST /api/payments/settle': 32,
  'GET /api/places': 4,
  'GET /api/price-guidance': 4,
  'GET /api/price-notices': 5,
  'POST /api/price-notices/seen': 5,
  'POST /api/reports': 17,
  'POST /api/reservations/:id/cancel': 69,
  'POST /api/reservations/:id/confirm': 91,
  'POST /api/reservations/:id/review': 20,
  'POST /api/reviews/:id/reply': 14,
  'GET /api/subscription': 2,
  'POST /api/subscription/cancel': 6,
  'POST /api/subscription/resume': 38,
  'POST /api/support': 17,
  'GET /api/users/:id': 5,
  'GET /api/users/:id/books': 4,
  'GET /api/users/:id/reviews': 3,
  'DELETE /api/users/me': 81,
  'PATCH /api/users/me': 14,
  'GET /api/users/me/bought': 8,
  'GET /api/users/me/bought/:id': 1,
  'GET /api/users/me/courses': 70,
  'DELETE /api/users/me/courses/:code': 6,
  'PUT /api/users/me/courses/:code': 7,
  'GET /api/users/me/deals': 10,
  'GET /api/users/me/export': 67,
  'GET /api/users/me/notifications': 2,
  'PATCH /api/users/me/notifications': 11,
  'GET /api/users/me/passkeys': 3,
  'DELETE /api/users/me/passkeys/:id': 29,
  'PATCH /api/users/me/passkeys/:id': 9,
  'DELETE /api/users/me/push-token': 7,
  'PUT /api/users/me/push-token': 25,
  'GET /api/users/me/removal': 2,
  'GET /api/users/me/resale-questions': 7,
  'POST /api/users/me/resale-questions/:id/dismiss': 34,
  'GET /api/users/me/review-requests': 4,
  'GET /api/users/me/sale-questions': 4,
  'DELETE /api/users/me/sessions': 8,
  'GET /api/users/me/sessions': 6,
  'DELETE /api/users/me/sessions/:id': 12,
  'POST /api/users/sync': 18,
  'GET /api/wanted': 80,
  'POST /api/wanted': 35,
  'DELETE /api/wanted/:id': 6,
  'PATCH /api/wanted/:id': 18,
  'POST /api/wanted/seen': 11,
  'GET /api/wanted/students': 1,
  'GET /api/wanted/students/:bookId': 7,
  'GET /api/wanted/unseen': 9,
  'POST /api/webhooks/stripe': 10,
  'GET /book/:id/share.png': 180,
  'GET /share.png': 1,
};

/** How many pages of 20 rows a request is for: a bound of the rows is the parameter `limit` everywhere. */
export function countPages(route: string, query: unknown): number {
  if (!route.startsWith('GET /api/')) return 1;
  const limit = Number((query as { limit?: unknown } | undefined)?.limit);
  return limit > ROWS_OF_PAGE ? limit / ROWS_OF_PAGE : 1;
}

const costOfList = requestCosts['GET /api/books']!;
/**
 * The points of a request: of its route, or of the most expensive of its measured parameters. A route that
 * was not measured has the maximum.
 */
export function toPoints(route: string, query: unknown = {}): number {
  const parameters = Object.keys(query ?? {}).map((name) => requestCosts[`${route}?${name}`] ?? 0);
  const cost = requestCosts[route] ?? Infinity;
  const points = Math.ceil(
    (POINTS_OF_LIST * Math.max(cost, ...parameters) * countPages(route, query)) / costOfList,
  );
  return Math.min(MAX_POINTS, Math.max(1, points));
}
