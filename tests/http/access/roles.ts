import type { Endpoint } from '#platform/shared/define-endpoints.ts';
import { isStaffRole, type StaffRole } from '#platform/shared/team/staff-roles.ts';
import type { Reply, TestClient } from '../../support/server/test-app.ts';
import type { AccessFixtures } from './fixtures.ts';
import { type Role, roles, teamRoles } from './role-names.ts';

/** 'ok' is the success that the contract declares. */
type Expected = 'ok' | number;
type ExpectedByRole = Record<Role, Expected>;

/** The request; the table's key is its method and path. */
type RequestInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  /** Replaces the actor where the request would delete it. */
  by?: TestClient;
};

/** Moderators and course editors have what `another` has, unless said otherwise. */
type Cells = Record<Exclude<Role, 'moderator' | 'courseEditor'>, Expected> & Partial<ExpectedByRole>;

export type AccessRow = {
  /** Of an endpoint of the team the contract says who may call it: here is only what they get. */
  cells: ExpectedByRole | { admitted: Expected };
  /** Created for each actor from the data of this row. */
  ask: (scene: AccessFixtures, actor: Role) => RequestInput | Promise<RequestInput>;
};

type Ask = AccessRow['ask'];
const nothing: Ask = () => ({});

const row =
  (cells: Cells) =>
  (ask: Ask = nothing, except: Partial<ExpectedByRole> = {}): AccessRow => {
    const { another, ...rest } = { ...cells, ...except };
    return { cells: { moderator: another, courseEditor: another, another, ...rest }, ask };
  };

/** The members of the team with the role that the contract names; they get `admitted`. */
export const team = (ask: Ask = nothing, admitted: Expected = 'ok'): AccessRow => ({
  cells: { admitted },
  ask,
});

/** What each role gets. Throws for a row of the team whose endpoint names no role, and the other way round. */
export function expectedByRole({ cells }: AccessRow, endpoint: Endpoint | undefined): ExpectedByRole {
  const auth = endpoint?.auth ?? 'public';
  if (isStaffRole(auth) !== 'admitted' in cells) throw new Error(`the contract says '${auth}'`);
  if (!('admitted' in cells)) return cells;
  const expectedOf = (role: Role): Expected => {
    if (role === 'signedOut' || role === 'deleted') return 401;
    const having: readonly StaffRole[] = role in teamRoles ? teamRoles[role as keyof typeof teamRoles] : [];
    return having.includes('admin') || having.some((each) => each === auth) ? cells.admitted : 403;
  };
  return Object.fromEntries(roles.map((role) => [role, expectedOf(role)])) as ExpectedByRole;
}

/** Every caller. */
export const everybody = row({
  signedOut: 'ok',
  deleted: 'ok',
  another: 'ok',
  blocked: 'ok',
  admin: 'ok',
  owner: 'ok',
});

/** Every caller, but an invalid token is an error even where none is required. */
export const visitors = row({
  signedOut: 'ok',
  deleted: 401,
  another: 'ok',
  blocked: 'ok',
  admin: 'ok',
  owner: 'ok',
});

/** Signed-in users. */
export const signedInOnly = row({
  signedOut: 401,
  deleted: 401,
  another: 'ok',
  blocked: 'ok',
  admin: 'ok',
  owner: 'ok',
});

/** The owner. For others, including admins, it does not exist. */
export const owners = row({
  signedOut: 401,
  deleted: 401,
  another: 404,
  blocked: 404,
  admin: 404,
  owner: 'ok',
});

/** Both participants, one of whom is blocked by the other and does not know it. */
export const participants = row({
  signedOut: 401,
  deleted: 401,
  another: 404,
  blocked: 'ok',
  admin: 404,
  owner: 'ok',
});

/** Every caller, with this status: access depends on something other than the token. */
export const always = (status: number, ask?: Ask): AccessRow =>
  row({
    signedOut: status,
    deleted: status,
    another: status,
    blocked: status,
    admin: status,
    owner: status,
  })(ask);

/** The outcome in the table's notation. */
export function seen({ status }: Reply, call?: Endpoint): Expected {
  return status === (call?.status ?? 200) ? 'ok' : status;
}
