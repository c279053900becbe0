import { administrationEndpoints } from '#features/administration/contract.ts';
import { auditEndpoints } from '#features/audit/contract.ts';
import { campusEndpoints } from '#features/campus/contract.ts';
import { coverageEndpoints } from '#features/coverage/contract.ts';
import { reportEndpoints } from '#features/reports/contract.ts';
import { supportEndpoints } from '#features/support/contract.ts';
import { algorithms } from '../../support/server/test-world.ts';
import { everybody, team, signedInOnly, type AccessRow, visitors } from './roles.ts';
import type { AccessFixtures } from './fixtures.ts';

const theBook = async (scene: AccessFixtures) => ({ params: { id: await scene.book() } });
const theSupportMessage = async (scene: AccessFixtures) => ({ params: { id: await scene.supportMessage() } });
/** As they are, so that saving them changes nothing. */
const campusSettings = async ({ cast }: AccessFixtures) => {
  const {
    iconVersion: _icon,
    operator: _operator,
    ...body
  } = (await cast.people.admin.get('/api/admin/campus')).body;
  return { body };
};
const someone = async (scene: AccessFixtures) => ({ params: { id: (await scene.newcomer('another')).id } });

const endpoints = {
  ...campusEndpoints,
  ...administrationEndpoints,
  ...auditEndpoints,
  ...coverageEndpoints,
  ...reportEndpoints,
  ...supportEndpoints,
};
type Key = keyof typeof endpoints;

/** What reads below `/api/admin` by its address alone: lists and counters. They need no row. */
type AdminRead<K> = K extends `GET /api/admin/${infer Path}`
  ? Path extends `${string}:${string}`
    ? never
    : K
  : never;
const reads = (Object.keys(endpoints) as Key[]).filter((key): key is AdminRead<Key> =>
  /^GET \/api\/admin\/[^:]+$/.test(key),
);

const rows: Record<Exclude<Key, AdminRead<Key>>, AccessRow> = {
  'PUT /api/admin/campus': team(campusSettings),
  'PUT /api/admin/campus/icon': team(async (scene) => ({
    body: { png: null, version: (await campusSettings(scene)).body.version },
  })),
  'GET /api/admin/books/:id/removal': team(theBook),
  'DELETE /api/admin/books/:id': team(theBook),
  'GET /api/admin/users/:id/removal': team((scene) => ({ params: { id: scene.owner.id } })),
  'DELETE /api/admin/users/:id': team(someone),
  'PUT /api/admin/users/:id/roles': team(async (scene) => ({
    ...(await someone(scene)),
    body: { roles: ['moderator'] },
  })),
  'DELETE /api/admin/cleanup-test-data': team(),
  'POST /api/admin/seed-textbooks': team(() => ({ body: { textbooks: [algorithms] } })),

  'POST /api/reports': signedInOnly(
    async (scene) => ({ body: { kind: 'book', id: await scene.book(), reason: 'fake' } }),
    // The caller's own.
    { owner: 409 },
  ),

  'GET /api/imprint': everybody(),
  'POST /api/support': visitors(() => ({
    body: { name: 'Ann', email: 'ann@northfield.edu', subject: 'Help', message: 'Where is it?' },
  })),
  'POST /api/admin/support/:id/answer': team(async (scene) => ({
    ...(await theSupportMessage(scene)),
    body: { answer: 'Thank you.' },
  })),
  'POST /api/admin/support/:id/close': team(theSupportMessage),
  'POST /api/admin/support/:id/reopen': team(async (scene) => ({
    params: { id: await scene.closedSupportMessage() },
  })),
};

/** Endpoints for admins, and those that send messages to admins. */
export const administrationAccess = {
  ...(Object.fromEntries(reads.map((key) => [key, team()])) as Record<AdminRead<Key>, AccessRow>),
  ...rows,
};
