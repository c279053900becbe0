/**
 * `npm run texts`: checks the catalogues and writes what follows from them. `-- status` prints what is missing,
 * `-- literals PATH` texts in the code that are in no catalogue. `-- confirm ID` says that translations are still right
 * after a change of the English text.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { catalogueFolders } from '../../src/platform/server/texts/catalogues.ts';
import { findFaults } from './find-faults.ts';
import { findLiterals } from './find-literals.ts';
import { printStatus } from './print-status.ts';
import { recordSources } from './translation-state.ts';
import { argumentsFile } from './write-arguments.ts';

function writeAll(confirmed: readonly string[]): void {
  for (const { path } of catalogueFolders) {
    const { file, text } = argumentsFile(path);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
  recordSources(confirmed);
}

/** The texts outside of catalogues below a path. */
function printLiterals(below = ''): void {
  for (const { path, line, text } of findLiterals())
    if (path.startsWith(below)) console.log(`${path}:${line}: ${text}`);
}

const [command, path] = process.argv.slice(2);
const faults = findFaults();
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else if (command === 'status') process.exitCode = printStatus() ? 0 : 1;
else if (command === 'literals') printLiterals(path);
else writeAll(command === 'confirm' ? process.argv.slice(3) : []);
