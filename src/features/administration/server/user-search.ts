/**
 * The searched text of a user, over the alias `u`. It must be the same expression as in the index
 * `users_search`.
 */
const USER_TEXT_SQL = `lower(f_unaccent(u.name || ' ' || u.email))`;

const MAX_SEARCH_WORDS = 8;

/**
 * The condition that every word of the search occurs in the name or email. Appends its parameters to
 * `values`.
 */
export function userSearchCondition(search: string, values: unknown[]): string {
  const words = search.trim().normalize('NFC').split(/\s+/).slice(0, MAX_SEARCH_WORDS);
  return words
    .map((word) => `${USER_TEXT_SQL} LIKE lower(f_unaccent($${values.push(`%${escaped(word)}%`)}))`)
    .join(' AND ');
}

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&');
