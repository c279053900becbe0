/**
 * Writes the list of refused common passwords: `node scripts/run.mjs scripts/derive-most-used-passwords.ts
 * ZXCVBN_TS BLACKLIST`,
 * with the folders of the two unpacked npm packages that the README beside the list names. Run by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';

const MAX_ENTRIES = 100_000;
/** The commonest of the first package come first, so that none of them is cut off. */
const MAX_OF_FIRST = 10_000;

const target = join(
  import.meta.dirname,
  '../src/features/accounts/server/identity/weak-passwords/most-used-passwords.txt.br',
);
const [zxcvbn, blacklist] = process.argv.slice(2);
if (zxcvbn === undefined || blacklist === undefined) throw new Error('Name the two folders');

const first = JSON.parse(readFileSync(join(zxcvbn, 'src/passwords.json'), 'utf8')) as string[];
const second = gunzipSync(readFileSync(join(blacklist, 'data/passwords.txt.gz')))
  .toString('utf8')
  .split('\n');

const entries = new Set<string>();
for (const text of [...first.slice(0, MAX_OF_FIRST), ...second]) {
  // As `toComparable` of throw-if-weak-password.ts does it.
  const entry = text.normalize('NFKC').toLowerCase().trim();
  if (entry !== '') entries.add(entry);
  if (entries.size === MAX_ENTRIES) break;
}

const lines = [...entries]
  .map((entry) => Buffer.from(`${entry}\n`))
  .toSorted((one, other) => one.compare(other));
const list = Buffer.concat(lines);
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
writeFileSync(target, brotliCompressSync(list, { params }));
console.log(`${entries.size} entries, ${list.length} bytes`);
