/** Each of these has one implementation. The rules are in CONTRIBUTING.md, 'Conventions'. */
import { expect, test } from 'vitest';
import { files, product } from './source-tree.ts';

/** `file:line: text` of each match in the product's code outside of `home`. */
function placesOutside(home: string, pattern: RegExp, folder = 'src/'): string[] {
  return product
    .filter(({ path }) => path !== home && path.startsWith(folder))
    .flatMap(({ path, code }) =>
      [...code.matchAll(pattern)].map(({ index, 0: found }) => {
        const line = code.slice(0, index).split('\n').length;
        return `${path}:${line}: ${found}`;
      }),
    );
}

test('lists are paged by platform/server/keyset.ts: the extra row, the comparison and the cursor', () => {
  const home = 'src/platform/server/keyset.ts';
  // The sandbox pages as its provider does.
  const sandbox = /^src\/features\/payments\/server\/sandbox\//;
  const found = placesOutside(home, /\blimit \+ 1\b|'base64url'\)\.toString\(\)\)/g);
  expect(found.filter((place) => !sandbox.test(place))).toEqual([]);
  expect(placesOutside(home, /\(\S+, \S+\)\s+[<>]\s+\(\S+::timestamptz/g)).toEqual([]);
});

test('advisory locks are taken by platform/server/database/advisory-lock.ts, each space by one module', () => {
  expect(placesOutside('src/platform/server/database/advisory-lock.ts', /pg_\w*advisory\w*/g)).toEqual([]);
  const spaces = product.flatMap(({ code }) =>
    [...code.matchAll(/\bcreate(?:Keyed|Single)Lock\('([^']+)'\)/g)].map(([, space]) => space),
  );
  expect(spaces.length).toBeGreaterThan(0);
  expect(spaces.filter((space, index) => spaces.indexOf(space) !== index)).toEqual([]);
});

test('mutations are sent by platform/web/mutations: once for two fast taps, choices in their order', () => {
  const home = /^src\/platform\/web\/mutations\//;
  const users = product.filter(({ imports }) =>
    imports.some(
      ({ specifier, names }) =>
        specifier.startsWith('@tanstack/') &&
        (names?.some((name) => ['useMutation', 'MutationObserver', 'NamespaceObject'].includes(name)) ??
          true),
    ),
  );
  const paths = users.map(({ path }) => path);
  expect(paths).toContain('src/platform/web/mutations/use-single-mutation.ts');
  expect(paths.filter((path) => !home.test(path))).toEqual([]);
});

test('who has blocked whom is asked with the SQL of blocks/server/block-sql.ts', () => {
  const home = /^src\/features\/blocks\//;
  const found = placesOutside(
    '',
    /\bblocker_id\b|\bblocks\.blockerId\b|\b(?:FROM|JOIN) (?:blocks|\$\{blocks\})/gi,
  );
  expect(found.filter((place) => !home.test(place))).toEqual([]);
});

test('people are counted by `mailbox`, not by the ids of accounts: a mailbox can have any number of accounts', () => {
  const ids = String.raw`(?:user|seller|buyer|author|sender|viewer|reporter|proposer|receiver)_?id`;
  const aggregate = String.raw`count\(\s*DISTINCT\s[^)]*${ids}|countDistinct\([^)]*${ids}`;
  const oneOfEach = String.raw`DISTINCT ON \((?![^)]*conversation_id)[^)]*${ids}\)|selectDistinctOn\(\[[^\]]*${ids}`;
  const found = placesOutside(
    'src/features/accounts/server/mailboxes.ts',
    new RegExp(`${aggregate}|${oneOfEach}`, 'gi'),
  );
  // It chooses the rows to lock, and counts nobody.
  const locks = /^src\/features\/wanted\/server\/delivery\/find-notified\.ts:\d+: DISTINCT ON \(user_id\)$/;
  expect(found.filter((place) => !locks.test(place))).toEqual([]);
});

test('limits of users are counted by budgets, not in rows, which go when a user or a listing does', () => {
  const servers = product.filter(({ path }) => /^src\/features\/[^/]+\/server\//.test(path));
  const uses = servers.flatMap(({ path, code }) =>
    [...code.replace(/^import[^;]*;/gm, '').matchAll(/(\bmax: )?\bMAX_\w+_PER_(?:DAY|HOUR)\b/g)].map(
      ([found, isSpent]) => ({ place: `${path}: ${found}`, isSpent: isSpent !== undefined }),
    ),
  );
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter(({ isSpent }) => !isSpent)).toEqual([]);
  // A rate over all processes is spent with `spendPace`; other rates are in memory.
  const refilled = servers.filter(({ code }) => /\bnew TokenBucket\(/.test(code) && /\btx\b/.test(code));
  expect(refilled.map(({ path }) => path)).toEqual([]);
  // Photos that wait for a listing: what the limit protects goes with them.
  const ofRows = servers.filter(({ code }) => code.includes('rate-limits/throw-if-over-limit.ts'));
  expect(ofRows.map(({ path }) => path)).toEqual(['src/features/photos/server/start-upload.ts']);
});

test('a block by the other one hides nothing that is shown: only new alerts, notices and their emails', () => {
  const uses = product.filter(({ path, code }) => path.startsWith('src/') && code.includes('isBlockedSql('));
  const ofTwoSides = uses.map(({ path }) => path).filter((path) => !path.includes('/blocks/'));
  expect(ofTwoSides).toContain('src/features/wanted/server/matching/match-available-book.ts');
  const allowed =
    /^src\/features\/(conversations\/server\/events\/message-notifications\.ts$|(prices\/server|wanted\/server\/(matching|delivery))\/)/;
  expect(ofTwoSides.filter((path) => !allowed.test(path))).toEqual([]);
});

test('listings leave the lists through books/server/availability/delist-books.ts, which takes their words along', () => {
  const ending = /\bisActive: false\b|\bis_active = false\b|\.delete\(books\)|\bDELETE FROM books\b/g;
  const folder = 'src/features/books/server/';
  const found = placesOutside(`${folder}availability/delist-books.ts`, ending, folder);
  // A whole account: it delists them before.
  expect(found.map((place) => place.replace(/:.*/, ''))).toEqual([`${folder}personal-data.ts`]);
});

test('private keys of the browser begin with the prefix of platform/shared/private-storage.ts', () => {
  expect(placesOutside('src/platform/shared/private-storage.ts', /bookswap:private:/g)).toEqual([]);
});

test('failures of mutations are shown by platform/web/create-query-client.ts: `meta`', () => {
  const own = /\bonError: (?:async )?\(?[^()]*\)? =>\s*(?:\{\s*)?(?:void )?(?:toast|show\w*Toast)\(/g;
  expect(placesOutside('src/platform/web/create-query-client.ts', own)).toEqual([]);
});

test('drafts are stored by platform/web/forms/open-draft.ts', () => {
  const drafts = product.filter(({ path }) => /draft|intent|persisted/.test(path));
  expect(drafts.length).toBeGreaterThan(5);
  const found = placesOutside('src/platform/web/forms/open-draft.ts', /\b(local|session)Storage\b/g);
  expect(found.filter((place) => drafts.some(({ path }) => place.startsWith(path)))).toEqual([]);
});

test('the uploads of a component are opened by photos/web/use-upload-modules.ts, which closes them with it', () => {
  const home = 'src/features/photos/web/use-upload-modules.ts';
  expect(placesOutside(home, /\bnew (Photo|\w+\.Photo)Uploads\(/g)).toEqual([]);
});

test('each feature has one problem factory, in its contract', () => {
  const found = placesOutside('src/platform/shared/problem.ts', /(?<!function )\bcreateProblemFactory\(/g);
  const files = found.map((place) => place.replace(/:.*$/, ''));
  expect(files.filter((path) => !/^src\/features\/[^/]+\/contract\.ts$/.test(path))).toEqual([]);
  expect(files.filter((path, index) => files.indexOf(path) !== index)).toEqual([]);
});

test('public.ts and lazy.ts only re-export, and never what mounts a feature', () => {
  const entries = product.filter(({ path }) =>
    /^src\/features\/[^/]+\/(server|web)\/([a-z-]+\/)?(public|lazy)\.tsx?$/.test(path),
  );
  expect(entries.length).toBeGreaterThan(20);
  const reexport = /^export (?:type )?\{([^}]*)\} from '([^']+)';$/gm;
  const more = entries.filter(({ code }) => code.replaceAll(reexport, '').trim() !== '');
  expect(more.map(({ path }) => path)).toEqual([]);
  const mounts = entries.flatMap(({ path, code }) =>
    [...code.matchAll(reexport)]
      .filter(([text, , from]) => from!.endsWith('/mount.ts') && !text.startsWith('export type'))
      .map(() => path),
  );
  expect(mounts).toEqual([]);
});

test('inside a feature imports are relative', () => {
  const wrong = files.flatMap(({ path, text }) => {
    const feature = /^src\/features\/[^/]+\//.exec(path)?.[0];
    return feature !== undefined && text.includes(`'#${feature.slice(4)}`) ? [path] : [];
  });
  expect(wrong).toEqual([]);
});

test('what a process has once is opened by its services, not by each market', () => {
  const homes = [
    'src/app/server/process/process-services.ts',
    'src/platform/server/metrics/metrics-registry.ts',
    // Openings of markets, and the jobs of a cell.
    'src/app/server/edge/markets.ts',
    'src/platform/server/jobs/cell/fair-slots.ts',
    'src/platform/server/jobs/cell/market-jobs.ts',
    'src/platform/server/jobs/cell/market-timetable.ts',
    // The one encoder of the process, and the turns that requests of one market take in its own database.
    'src/platform/server/images/reencode-image.ts',
    'src/platform/server/concurrency/request-turns.ts',
    // The shares of markets.
    'src/platform/server/budgets/market-turns.ts',
    // The channel of statements, and the subscriptions of the one tracing.
    'src/platform/server/database/database-channel.ts',
    'src/platform/server/tracing/trace-database.ts',
    'src/platform/server/tracing/trace-outgoing-requests.ts',
  ];
  const found = placesOutside(
    '',
    /\bnew (?:BoundedQueue|Registry)\b|\bcollectDefaultMetrics\b|\bdiagnostics_channel\b|\bdatabaseChannel\.subscribe\b/g,
  );
  const isHome = (place: string) => homes.some((home) => place.startsWith(`${home}:`));
  expect(found.filter((place) => !isHome(place))).toEqual([]);
  expect(homes.filter((home) => !found.some((place) => place.startsWith(`${home}:`)))).toEqual([]);
});
