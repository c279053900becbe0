import type { NoticeEndpoints } from '#features/notices/contract.ts';
import type { TransparencyEndpoints } from '#features/transparency/contract.ts';
import { always, everybody, type AccessRow, visitors } from './roles.ts';

export const noticeAccess: Record<keyof NoticeEndpoints | keyof TransparencyEndpoints, AccessRow> = {
  'POST /api/notices': visitors(() => ({
    body: {
      url: '/help',
      reason: 'It copies a book.',
      name: 'Ada Reeves',
      email: 'ada@reeves.example',
      goodFaith: true,
    },
  })),
  'POST /api/notices/confirm': always(404, () => ({ body: { token: 'unknown' } })),
  'GET /api/transparency': everybody(),
};
