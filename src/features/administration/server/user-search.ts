/** What is searched of a person, over the alias `u`; to the letter the expression of the index `users_search`. */
const personText = `lower(f_unaccent(u.name || ' ' || u.email))`;

const MAX_SEARCH_WORDS = 8;

/** The condition that every word of the search stands somewhere in name or e-mail; puts what it needs into `values`. */
export function userSearchCondition(search: string, values: unknown[]): string {
  const words = search.trim().normalize('NFC').split(/\s+/).slice(0, MAX_SEARCH_WORDS);
  return words
    .map((word) => `${personText} LIKE lower(f_unaccent($${values.push(`%${escaped(word)}%`)}))`)
    .join(' AND ');
}

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&');
