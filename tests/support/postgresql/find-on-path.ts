import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program, or undefined. Those of servers are not always on a user's PATH. */
export const findOnPath = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin', '/usr/local/sbin']
    .map((directory) => join(directory, name))
    .find((path) => existsSync(path));
