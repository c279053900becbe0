import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '#packages/launcher/ensure-built.mjs';
import { missingPackages } from '#tests/cluster/support/missing-packages.ts';
import { missingForContainers } from '#tests/containers/support/missing-programs.ts';
import { hasEngine } from '#tests/engines/support/engines.ts';
import { launcherConfig } from '../launcher-config.mjs';
import { hasExternalPostgres } from './missing-services.ts';
import { type TestRun, runTool } from './run-tool.ts';
import { type TestCounts, noTests, readPlaywrightCounts, readVitestCounts } from './test-counts.ts';

export interface Stage {
  title: string;
  /** Stages selected by `--only NAME`. */
  groups: readonly string[];
  /** Stages of one phase run together, phases one after the other. */
  phase: string;
  /** Runs in the second lane of its phase, beside the other stages. */
  isAside?: boolean;
  /** Stages that must pass before this one is useful. */
  needs?: readonly string[];
  /** Also runs when the run is limited to some tests. */
  takesFilters?: boolean;
  /** Runs only when `--only` selects it. */
  isOptional?: boolean;
  /** What this machine lacks for it, if anything. */
  findMissing?(): string | undefined;
  run(run: TestRun): Promise<{ ok: boolean; tally?: TestCounts }>;
}

/** Measured on two cores with a load of twenty: five and a quarter minutes, and one more for the migrations since then. */
const CLUSTER_LIMIT_MS = 8 * 60_000;

/** Two thirds build the image. */
const CONTAINERS_LIMIT_MS = 8 * 60_000;

/** Three minutes were measured on two cores with a load of thirteen. */
const ENGINES_LIMIT_MS = 8 * 60_000;

// One line per problem in a log, with a code frame on a terminal.
const lintFormat = process.stdout.isTTY ? 'default' : 'unix';

const checked = async (result: Promise<number>) => ({ ok: (await result) === 0 });

export const stages: readonly Stage[] = [
  {
    title: 'Types',
    phase: 'checks',
    groups: ['check', 'types'],
    run: (run) =>
      checked(
        runTool(run, [
          'node_modules/typescript/bin/tsc',
          '--noEmit',
          '--incremental',
          '--tsBuildInfoFile',
          'node_modules/.cache/types.tsbuildinfo',
        ]),
      ),
  },
  {
    title: 'Lint',
    phase: 'checks',
    groups: ['check', 'lint'],
    run: (run) =>
      checked(
        runTool(run, [
          'node_modules/oxlint/bin/oxlint',
          '--type-aware',
          '--deny-warnings',
          `--format=${lintFormat}`,
        ]),
      ),
  },
  {
    title: 'Unused code and packages',
    phase: 'checks',
    isAside: true,
    groups: ['check', 'unused'],
    run: (run) => checked(runTool(run, ['node_modules/knip/bin/knip.js', '--no-progress'])),
  },
  {
    title: 'Format',
    phase: 'checks',
    groups: ['check', 'format'],
    run: (run) => checked(runTool(run, ['node_modules/oxfmt/bin/oxfmt', '--check'])),
  },
  {
    title: 'Architecture',
    phase: 'checks',
    isAside: true,
    groups: ['check', 'architecture'],
    takesFilters: true,
    run: (run) => vitest(run, ['architecture']),
  },
  {
    title: 'Build',
    phase: 'checks',
    groups: ['e2e', 'build'],
    takesFilters: true,
    async run(run) {
      if (run.filters.length > 0 && journeys(run.filters).length === 0) return { ok: true };
      await ensureBuilt(launcherConfig);
      return { ok: true };
    },
  },
  ...(['unit', 'server', 'external', 'postgres'] as const).map((project): Stage => ({
    title: {
      unit: 'Unit tests and components',
      server: 'Server tests',
      external: 'External PostgreSQL, differences',
      postgres: 'Server tests, external PostgreSQL',
    }[project],
    phase: project === 'external' ? 'server' : project,
    // It waits for servers that start, fail and follow.
    isAside: project === 'external',
    groups: [project],
    takesFilters: true,
    isOptional: project === 'postgres',
    ...((project === 'external' || project === 'postgres') && {
      findMissing: () => (hasExternalPostgres() ? undefined : 'no PostgreSQL here'),
    }),
    run: (run) => vitest(run, project === 'unit' ? ['unit', 'components'] : [project]),
  })),
  {
    title: 'Cluster',
    phase: 'cluster',
    groups: ['cluster'],
    takesFilters: true,
    isOptional: true,
    findMissing: () => missingPackages().map((name) => `no ${name} here`)[0],
    async run(run) {
      await ensureBuilt(launcherConfig);
      return vitest(run, ['cluster'], { limitMs: CLUSTER_LIMIT_MS });
    },
  },
  {
    title: 'Containers',
    phase: 'containers',
    groups: ['containers'],
    takesFilters: true,
    isOptional: true,
    findMissing: () => missingForContainers().map((name) => `no ${name} here`)[0],
    run: (run) => vitest(run, ['containers'], { limitMs: CONTAINERS_LIMIT_MS }),
  },
  {
    title: 'Firefox and WebKit',
    phase: 'firefox and webkit',
    groups: ['engines'],
    takesFilters: true,
    isOptional: true,
    findMissing: () => (hasEngine() ? undefined : 'neither is here'),
    async run(run) {
      await ensureBuilt(launcherConfig);
      return vitest(run, ['engines'], { limitMs: ENGINES_LIMIT_MS });
    },
  },
  {
    title: 'Browser journeys',
    phase: 'browser journeys',
    groups: ['e2e'],
    needs: ['Build'],
    takesFilters: true,
    run: playwright,
  },
];

async function vitest(run: TestRun, projects: readonly string[], limits: { limitMs?: number } = {}) {
  const report = join(run.directory, `${projects[0]}.json`);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
    ...projects.map((project) => `--project=${project}`),
    ...run.filters,
    ...run.options,
  ];
  const code = await runTool(run, args, limits);
  return { ok: code === 0, tally: readVitestCounts(report) ?? noTests };
}

async function playwright(run: TestRun) {
  if (journeys(run.filters).length === 0) return { ok: true, tally: noTests };
  const report = join(run.directory, 'journeys.json');
  // Vitest selects tests by name with `-t`, Playwright with `-g`.
  const options = run.options.map((option) => (option === '-t' ? '-g' : option));
  const isWhole = run.filters.length === 0 && options.length === 0;
  const code = await runTool(
    run,
    ['node_modules/@playwright/test/cli.js', 'test', '--pass-with-no-tests', ...run.filters, ...options],
    {
      env: {
        PLAYWRIGHT_REPORT: report,
        ...(isWhole && { E2E_WITHOUT_RECORDS: '1' }),
        // Playwright's variable for no colors; if NO_COLOR is set, too, Node warns about the two.
        ...(process.stdout.isTTY ? {} : { FORCE_COLOR: '0' }),
      },
    },
  );
  return { ok: code === 0, tally: readPlaywrightCounts(report) ?? noTests };
}

/** The journeys whose paths the filters select. */
function journeys(filters: readonly string[]): string[] {
  const folder = join(launcherConfig.root, 'tests', 'e2e');
  return listFiles(folder).filter(
    (path) =>
      path.endsWith('.spec.ts') && (filters.length === 0 || filters.some((filter) => path.includes(filter))),
  );
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join('tests/e2e', name));
  } catch {
    return [];
  }
}
