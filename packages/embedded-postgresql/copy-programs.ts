import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

const UNUSED =
  /(\.a|\/pkgconfig|\/pgxs|\/pg_ctl|\/share\/(doc|man|locale)|\/share\/postgresql\/(doc|man|locale))$/;
const WRITABLE_BY_OTHERS = 0o022;
const READABLE_BY_OTHERS = 0o044;

/**
 * Copies PostgreSQL's programs below `parent`, into a directory that is named for their content, and returns
 * the copy of the package's `native` directory. An existing copy is used if it belongs to root, only root can
 * write it, and each file equals the package's; otherwise it is replaced. For root only.
 */
export function copyPrograms(packageDirectory: string, parent: string): string {
  const native = path.join(packageDirectory, 'native');
  const files = listFiles(native);
  const copy = path.join(parent, `postgresql-${fingerprint(packageDirectory, files)}`);
  if (isFaithful(native, copy, files)) return copy;
  if (fs.mkdirSync(parent, { recursive: true }) !== undefined) fs.chmodSync(parent, 0o755);
  throwIfUntrusted(parent);
  const unfinished = fs.mkdtempSync(`${copy}-`);
  try {
    for (const file of files) {
      const target = path.join(unfinished, file);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.cpSync(path.join(native, file), target, { verbatimSymlinks: true });
    }
    letEverybodyRead(unfinished);
    // Another process may have been faster; the copy that it uses must stay.
    if (isFaithful(native, copy, files)) fs.rmSync(unfinished, { recursive: true });
    else replaceDirectory(copy, unfinished);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  return copy;
}

function replaceDirectory(directory: string, replacement: string): void {
  const former = `${replacement}-former`;
  if (fs.existsSync(directory)) fs.renameSync(directory, former);
  fs.renameSync(replacement, directory);
  fs.rmSync(former, { recursive: true, force: true });
}

/** Independent of the umask of this process and of the package's installation. */
function letEverybodyRead(directory: string): void {
  fs.chmodSync(directory, 0o755);
  for (const name of fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(directory, name);
    const found = fs.lstatSync(file);
    if (found.isSymbolicLink()) continue;
    fs.chmodSync(file, found.isDirectory() || (found.mode & fs.constants.S_IXUSR) !== 0 ? 0o755 : 0o644);
  }
}

function listFiles(native: string): string[] {
  return fs
    .readdirSync(native, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        !file.split('/').some((_, index, parts) => UNUSED.test(`/${parts.slice(0, index + 1).join('/')}`)),
    )
    .filter((file) => !fs.lstatSync(path.join(native, file)).isDirectory())
    .sort();
}

function fingerprint(packageDirectory: string, files: readonly string[]): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(packageDirectory, 'package.json'), 'utf8')) as {
    version: string;
  };
  const list = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 8);
  return `${version}-${process.arch}-${list}`;
}

function isFaithful(native: string, copy: string, files: readonly string[]): boolean {
  try {
    throwIfUntrusted(path.dirname(copy));
    throwIfUntrusted(copy);
    const found = fs.readdirSync(copy, { recursive: true, encoding: 'utf8' });
    for (const file of found) throwIfUntrusted(path.join(copy, file));
    return files.every((file) => isSameFile(path.join(native, file), path.join(copy, file)));
  } catch {
    return false;
  }
}

function isSameFile(original: string, copied: string): boolean {
  const [one, other] = [fs.lstatSync(original), fs.lstatSync(copied)];
  if (one.isSymbolicLink() || other.isSymbolicLink())
    return (
      one.isSymbolicLink() && other.isSymbolicLink() && fs.readlinkSync(original) === fs.readlinkSync(copied)
    );
  if ((other.mode & READABLE_BY_OTHERS) !== READABLE_BY_OTHERS) return false;
  return one.size === other.size && fs.readFileSync(original).equals(fs.readFileSync(copied));
}

/** Throws unless the file belongs to root and only root can change it. */
function throwIfUntrusted(file: string): void {
  const { uid, mode } = fs.lstatSync(file);
  const isLink = (mode & fs.constants.S_IFMT) === fs.constants.S_IFLNK;
  if (uid !== 0 || (!isLink && (mode & WRITABLE_BY_OTHERS) !== 0))
    throw new Error(`${file} does not belong to root alone`);
}
