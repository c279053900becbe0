import { randomUUID } from 'node:crypto';
import type { ModerationEndpoints } from '#features/moderation/contract.ts';
import { addToCase } from '#features/moderation/server/public.ts';
import type { AccessFixtures } from './fixtures.ts';
import { type AccessRow, team, always, owners, signedInOnly } from './roles.ts';

/** The case about the owner, open again. */
async function theCase({ cast: { app }, owner }: AccessFixtures): Promise<string> {
  const now = app.clock.now();
  const target = { kind: 'user', id: owner.id } as const;
  const { caseId } = await app.database.transaction((tx) =>
    addToCase(tx, { target, userId: owner.id, kind: 'report-received', now }),
  );
  return caseId;
}

/** A warning of the owner that no member of the team who takes part has decided. */
async function theMeasure(scene: AccessFixtures): Promise<string> {
  const caseId = await theCase(scene);
  const [id, now] = [randomUUID(), scene.cast.app.clock.now()];
  await scene.cast.app.database.pool.query(
    `INSERT INTO measures (id, case_id, kind, user_id, reason, source, created_at)
    VALUES ($1, $2, 'warn', $3, 'spam', 'staff', $4)`,
    [id, caseId, scene.owner.id, now],
  );
  return id;
}

async function theAppeal(scene: AccessFixtures): Promise<string> {
  const [id, measureId] = [randomUUID(), await theMeasure(scene)];
  await scene.cast.app.database.pool.query(
    "INSERT INTO appeals (id, measure_id, text, created_at) VALUES ($1, $2, 'Why?', $3)",
    [id, measureId, scene.cast.app.clock.now()],
  );
  return id;
}

type DecisionKey =
  | 'POST /api/staff/cases/:id/measures'
  | 'POST /api/staff/measures/:id/lift'
  | 'GET /api/staff/appeals'
  | 'POST /api/staff/appeals/:id/decide'
  | 'GET /api/decisions'
  | 'GET /api/decisions/summary'
  | 'GET /api/decisions/:id'
  | 'POST /api/decisions/:id/appeal'
  | 'POST /api/appeals/read'
  | 'POST /api/appeals';

export const decisionAccess: Record<Extract<keyof ModerationEndpoints, DecisionKey>, AccessRow> = {
  'POST /api/staff/cases/:id/measures': team(async (scene) => ({
    params: { id: await theCase(scene) },
    body: { kind: 'warn', reason: 'spam' },
  })),
  'POST /api/staff/measures/:id/lift': team(async (scene) => ({
    params: { id: await theMeasure(scene) },
    body: { note: '' },
  })),
  'GET /api/staff/appeals': team(),
  'POST /api/staff/appeals/:id/decide': team(async (scene) => ({
    params: { id: await theAppeal(scene) },
    body: { outcome: 'upheld', note: '' },
  })),
  'GET /api/decisions': signedInOnly(),
  'GET /api/decisions/summary': signedInOnly(),
  'GET /api/decisions/:id': owners(async (scene) => ({ params: { id: await theMeasure(scene) } })),
  'POST /api/decisions/:id/appeal': owners(async (scene) => ({
    params: { id: await theMeasure(scene) },
    body: { text: 'Why?' },
  })),
  // Without a link that was sent there is nothing to read.
  'POST /api/appeals/read': always(404, () => ({ body: { token: 'guessed' } })),
  'POST /api/appeals': always(404, () => ({ body: { token: 'guessed', text: 'Why?' } })),
};
