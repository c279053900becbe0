import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

export const MIGRATIONS = join(ROOT, 'db/migrations');

export const productVersion = (): string =>
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

/** A path as the operator means it: npm runs a command in the product's directory, wherever it was called. */
export const resolveArgument = (path: string): string =>
  resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
