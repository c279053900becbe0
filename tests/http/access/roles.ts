import type { Endpoint } from '#platform/shared/define-endpoints.ts';
import type { Reply, TestClient } from '../../support/server/test-app.ts';
import type { AccessFixtures } from './fixtures.ts';
import type { Role } from './role-names.ts';

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

export type AccessRow = {
  cells: ExpectedByRole;
  /** Created for each actor from the data of this row. */
  ask: (scene: AccessFixtures, actor: Role) => RequestInput | Promise<RequestInput>;
};

type Ask = AccessRow['ask'];
const nothing: Ask = () => ({});

const row =
  (cells: ExpectedByRole) =>
  (ask: Ask = nothing, except: Partial<ExpectedByRole> = {}): AccessRow => ({
    cells: { ...cells, ...except },
    ask,
  });

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

export const administrators = row({
  signedOut: 401,
  deleted: 401,
  another: 403,
  blocked: 403,
  admin: 'ok',
  owner: 403,
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
