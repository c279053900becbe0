/** The role and the database of a market. */
export const databaseOf = (number: number): string => `m${number}`;

type UrlParts = { role?: string; password?: string; database?: string };

/** Replaces parts of a `postgres://` URL. A role is given with its password, or has none. */
export function withParts(url: string, { role, password, database }: UrlParts): string {
  const changed = new URL(url);
  if (role !== undefined) {
    changed.username = encodeURIComponent(role);
    changed.password = encodeURIComponent(password ?? '');
    // They would win over the name in front of the host.
    changed.searchParams.delete('user');
    changed.searchParams.delete('password');
  }
  if (database !== undefined) {
    changed.pathname = `/${encodeURIComponent(database)}`;
    changed.searchParams.delete('database');
    changed.searchParams.delete('dbname');
  }
  return changed.href;
}
