import type { Caller } from '#platform/server/caller.ts';

/** The token of an `Authorization` header, or `null`. */
export function findBearerToken({ authorization }: Caller): string | null {
  return /^bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
