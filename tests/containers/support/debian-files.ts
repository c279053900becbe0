/** Files of Debian packages of this machine: the base of an image without a network. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;

/** Nothing that runs reads these. JIT of PostgreSQL, which needs LLVM, is left out with its 110 MB. */
const LEFT_OUT = /^\/usr\/share\/(doc|man|locale|info|lintian|bug|perl)\/.|libLLVM/;

type Packages = { depends: Map<string, string[][]>; providers: Map<string, string[]> };

/** The installed packages: what each needs, as lists of alternatives. */
function readPackages(): Packages {
  const format = '${Package}\t${Provides}\t${Pre-Depends}, ${Depends}\n';
  const text = execFileSync('dpkg-query', ['--show', `--showformat=${format}`], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
  });
  const packages: Packages = { depends: new Map(), providers: new Map() };
  const namesIn = (list: string, separator: string) =>
    list.split(separator).flatMap((entry) => entry.trim().split(/[ :(]/)[0] || []);
  for (const line of text.split('\n')) {
    const [name = '', provides = '', depends = ''] = line.split('\t');
    if (name === '') continue;
    packages.depends.set(
      name,
      depends.split(',').map((alternatives) => namesIn(alternatives, '|')),
    );
    for (const provided of namesIn(provides, ','))
      packages.providers.set(provided, [...(packages.providers.get(provided) ?? []), name]);
  }
  return packages;
}

/** These packages and all that they need. */
function withDependencies(wanted: readonly string[]): string[] {
  const { depends, providers } = readPackages();
  const found = new Set<string>();
  const waiting = [...wanted];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    if (!depends.has(name)) {
      waiting.push(...(providers.get(name) ?? []).slice(0, 1));
      continue;
    }
    found.add(name);
    for (const alternatives of depends.get(name)!) {
      const chosen =
        alternatives.find((one) => depends.has(one)) ?? alternatives.find((one) => providers.has(one));
      if (chosen !== undefined) waiting.push(chosen);
    }
  }
  return [...found];
}

/** Copies them, as they are installed here, into a directory that becomes the root of an image. */
export async function copyPackages(directory: string, wanted: readonly string[]): Promise<void> {
  const { stdout } = await run('dpkg-query', ['--listfiles', ...withDependencies(wanted)], {
    maxBuffer: MAX_OUTPUT,
  });
  const paths = new Set(
    stdout
      .split('\n')
      .filter((path) => path.startsWith('/') && path !== '/.' && !LEFT_OUT.test(path))
      // Packages still name files by the links in the root.
      .map((path) => path.replace(/^\/(bin|sbin|lib|lib64)\//, '/usr/$1/').slice(1)),
  );
  await mkdir(directory, { recursive: true });
  const list = `${directory}.list`;
  await writeFile(list, [...paths].toSorted().join('\n'));
  // Conffiles may have been deleted here.
  const pack = `tar -C / --no-recursion --ignore-failed-read -cf - -T "$1" 2>/dev/null | tar -C "$2" -xf -`;
  await run('sh', ['-c', pack, 'sh', list, directory], { maxBuffer: MAX_OUTPUT });
  await rm(list);
}
