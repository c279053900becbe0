import type { Endpoint } from '#platform/shared/define-endpoints.ts';
import type { Reply, TestClient } from '../../support/server/test-app.ts';
import type { AccessFixtures } from './fixtures.ts';

/**
 * Who comes to every door. Where two people are involved in a thing (a conversation), the owner is one and the blocked person the
 * other; `another` is never involved.
 */
export const roles = ['signedOut', 'deleted', 'another', 'blocked', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** 'ok' is the success that the contract declares. */
export type Expected = 'ok' | number;
export type ExpectedByRole = Record<Role, Expected>;

/** What is sent; the table's key says where to. */
export type RequestInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  /** In the actor's place, where the actor would not survive it. */
  by?: TestClient;
};

export type AccessRow = {
  cells: ExpectedByRole;
  /** Made anew for each actor, of things that are there for this row. */
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

/** Whoever asks. */
export const everybody = row({
  signedOut: 'ok',
  deleted: 'ok',
  another: 'ok',
  blocked: 'ok',
  admin: 'ok',
  owner: 'ok',
});

/** Whoever asks; but a token that stands for nobody is an error even where none is needed. */
export const visitors = row({
  signedOut: 'ok',
  deleted: 401,
  another: 'ok',
  blocked: 'ok',
  admin: 'ok',
  owner: 'ok',
});

/** Whoever is signed in. */
export const signedInOnly = row({
  signedOut: 401,
  deleted: 401,
  another: 'ok',
  blocked: 'ok',
  admin: 'ok',
  owner: 'ok',
});

/** Whose it is; to others it does not exist, administrators among them. */
export const owners = row({
  signedOut: 401,
  deleted: 401,
  another: 404,
  blocked: 404,
  admin: 404,
  owner: 'ok',
});

/** Both who talk with each other, one of whom has been blocked by the other and does not know. */
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

/** Whoever asks, with this status: what counts is something else that they bring. */
export const always = (status: number, ask?: Ask): AccessRow =>
  row({
    signedOut: status,
    deleted: status,
    another: status,
    blocked: status,
    admin: status,
    owner: status,
  })(ask);

/** As the table writes what came back. */
export function seen({ status }: Reply, call?: Endpoint): Expected {
  return status === (call?.status ?? 200) ? 'ok' : status;
}
