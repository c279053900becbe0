import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. Everything here works from any current directory. */
export const repositoryRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {...string} parts */
export const inRoot = (...parts) => join(repositoryRoot, ...parts);

/** A message for the person, without a stack: what happened and what to do. */
export class StartupError extends Error {
  /**
   * @param {string} message
   * @param {number} [code] the exit code
   */
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}
