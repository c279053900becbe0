import { readFileSync } from 'node:fs';
import { domainToASCII } from 'node:url';

/** A domain whose people belong to a campus; without a name it is the one that is known for it. */
export type CampusDomain = { domain: string; university: string | null };

/** The university that an e-mail is of; null for any other address. The address itself must have been proven before. */
export type FindUniversity = (email: string) => string | null;

/** The campuses that are configured, then the universities of the world. A domain counts with everything below it. */
export function createFindUniversity(campuses: readonly CampusDomain[]): FindUniversity {
  // Some milliseconds and a megabyte, spent when the first e-mail is looked at.
  let known: ReadonlyMap<string, string> | undefined;
  const nameOf = (domain: string) => (known ??= readUniversities()).get(domain);
  const configured = new Map(campuses.map(({ domain, university }) => [domain, university]));
  return (email) => {
    const domain = domainOf(email);
    if (domain === null) return null;
    const levels = [...withParents(domain)];
    const campus = levels.find((level) => configured.has(level));
    const named = campus === undefined ? null : configured.get(campus);
    if (named) return named;
    const listed = levels.find((level) => nameOf(level) !== undefined);
    return (listed === undefined ? null : nameOf(listed)!) ?? campus ?? null;
  };
}

/** As the name servers know it: in ASCII and small letters. What is no plain address has none. */
function domainOf(email: string): string | null {
  const domain = /^[^\s@]+@([\p{L}\p{M}\p{N}.-]+)$/u.exec(email)?.[1];
  return domain === undefined ? null : domainToASCII(domain) || null;
}

/** 'cs.mit.edu' → 'cs.mit.edu', 'mit.edu'. Whole labels only: 'evil-mit.edu' has nothing to do with 'mit.edu'. */
function* withParents(domain: string): Generator<string> {
  for (let rest = domain; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) yield rest;
}

function readUniversities(): ReadonlyMap<string, string> {
  const lines = readFileSync(new URL('universities.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  // The first line names the columns: domain, university, country.
  return new Map(lines.slice(1).map((line) => line.split('\t', 2) as [string, string]));
}
