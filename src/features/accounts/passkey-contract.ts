import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';
import { unofficialName } from './reserved-names.ts';

const passkeySummary = z.object({ id: uuidSchema, name: z.string(), createdAt: isoTimestamp });
export type PasskeySummary = z.infer<typeof passkeySummary>;

/** Chosen by the user: 'My phone'. A stranger's must not look like the product's. */
export const passkeyName = unofficialName({ min: 1, max: 60, field: 'accounts.field.name' });

/** Proves that the user is in front of the browser, unless a passkey was just used. */
export const passkeyProof = z.object({ password: z.string().min(1).max(1000).optional() });

const done = z.strictObject({ done: z.literal(true) });
const byId = z.object({ id: uuidSchema });

/** The endpoints of a user's own passkeys. Routes that need cookies are defined separately. */
export const passkeyEndpoints = defineEndpoints({
  'GET /api/users/me/passkeys': {
    auth: 'user',
    summary: 'Lists your passkeys, oldest first',
    response: z.array(passkeySummary),
  },
  'PATCH /api/users/me/passkeys/:id': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Renames a passkey; an admin must have just used one',
    params: byId,
    body: z.object({ name: passkeyName }),
    response: done,
  },
  'DELETE /api/users/me/passkeys/:id': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Deletes a passkey, confirmed by your password or by a passkey you just used',
    params: byId,
    body: passkeyProof,
    response: done,
  },
});

export const passkeyProblems = defineProblems({
  'passkey-not-accepted': { status: 401 },
  'passkey-limit-reached': { status: 409 },
  'passkeys-unavailable': { status: 409 },
  'sign-in-again': { status: 403 },
});
