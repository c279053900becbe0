import { readFileSync } from 'node:fs';
import { domainToASCII } from 'node:url';

/** An email domain of a campus. Without a name, the known university of the domain is used. */
export type CampusDomain = { domain: string; university: string | null };

/** The university of an email, or null. The caller has checked that the email is verified. */
export type FindUniversity = (email: string) => string | null;

/** Takes some milliseconds and a megabyte: loaded for the first email, for all markets of the process. */
let known: ReadonlyMap<string, string> | undefined;

/** The configured campuses first, then the universities of the world. A domain includes its subdomains. */
export function createFindUniversity(campuses: readonly CampusDomain[]): FindUniversity {
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

/** The domain in lower-case ASCII, or undefined if the email is not a plain address. */
function domainOf(email: string): string | null {
  const domain = /^[^\s@]+@([\p{L}\p{M}\p{N}.-]+)$/u.exec(email)?.[1];
  return domain === undefined ? null : domainToASCII(domain) || null;
}

/** 'cs.mit.edu' → 'cs.mit.edu', 'mit.edu'. Whole labels only: 'evil-mit.edu' is not below 'mit.edu'. */
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
