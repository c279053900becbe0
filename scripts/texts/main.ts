/** `npm run texts`: checks the catalogues and writes `arguments.ts` beside each. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFolders, readCatalogue } from '../../src/platform/server/texts/catalogues.ts';
import { findFaults } from './find-faults.ts';
import { writeArguments } from './write-arguments.ts';

const faults = findFaults();
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else
  for (const { path } of catalogueFolders) {
    const file = join(path, 'arguments.ts');
    const text = writeArguments(readCatalogue(path, 'en'));
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
