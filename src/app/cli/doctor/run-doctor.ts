import { systemClock } from '#platform/shared/clock.ts';
import { ConfigError, readConfig, type Config } from '../../server/config.ts';
import { checkAddresses, checkCurrency, checkTimeZone, checkWarnings } from './check-configuration.ts';
import { checkIdentityProvider } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkFonts } from './check-fonts.ts';
import { checkFiles, checkStorage } from './check-files.ts';
import { checkOperators } from './check-markets.ts';
import { checkMail } from './check-mail.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { checkRedis } from './check-redis.ts';
import { checkTracing } from './check-tracing.ts';
import { checkVariables } from './check-variables.ts';
import { failed, type Finding, ok, toFailureReason } from './finding.ts';

export const DOCTOR_USAGE = `doctor [--json] [--mail EMAIL]
                         Checks the configuration and all that the product needs; says what to do. Sends nothing
                         without --mail. Exits with 1 if something has failed.`;

type Options = { asJson: boolean; recipient: string | null };

function parseOptions(args: readonly string[]): Options | null {
  const options: Options = { asJson: false, recipient: null };
  for (let at = 0; at < args.length; at += 1) {
    if (args[at] === '--json') options.asJson = true;
    else if (args[at] === '--mail' && args[at + 1]?.includes('@')) options.recipient = args[(at += 1)]!;
    else return null;
  }
  return options;
}

/** Checks an installation beside the product, which may be running, and changes nothing in it. */
export async function runDoctor(
  args: readonly string[],
  variables: Record<string, string | undefined>,
  now = systemClock.now(),
): Promise<{ text: string; exitCode: number }> {
  const options = parseOptions(args);
  if (options === null) return { text: `Usage: npm run admin -- ${DOCTOR_USAGE}`, exitCode: 2 };
  const findings = await findAll(variables, { ...options, now });
  const text = options.asJson ? JSON.stringify(findings, null, 2) : findings.map(toLine).join('\n');
  return { text, exitCode: findings.some(({ status }) => status === 'failed') ? 1 : 0 };
}

async function findAll(
  variables: Record<string, string | undefined>,
  { recipient, now }: Options & { now: Date },
): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(variables);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const text = error.message.replaceAll(/\s*\n\s*/g, ' ');
    return [failed('configuration', text, 'Correct these variables.'), ...checkVariables(variables)];
  }
  const files = await checkFiles(config);
  const hasDirectory = files.every(({ check, status }) => check !== 'data directory' || status !== 'failed');
  const checks: [string, () => Promise<Finding[]>][] = [
    ['database', () => checkDatabase(config)],
    ['redis', () => checkRedis(config)],
    ['photos', async () => (hasDirectory || config.s3 !== null ? checkStorage(config) : [])],
    ['fonts', checkFonts],
    ['mail', () => checkMail(config, recipient)],
    ['identity provider', () => checkIdentityProvider(config)],
    ['public url', () => checkPublicUrl(config, now)],
    ['traces', () => checkTracing(config, variables['OTEL_EXPORTER_OTLP_HEADERS'])],
  ];
  const results = await Promise.all(
    checks.map(([check, run]) => run().catch((error: unknown) => [unexpected(check, error)])),
  );
  return [
    ok('configuration', 'All variables are valid.'),
    ...checkVariables(variables),
    ...checkAddresses(config),
    ...checkOperators(config),
    checkCurrency(config),
    checkWarnings(config),
    checkTimeZone(config, Boolean(variables['CAMPUS_TIME_ZONE'])),
    ...files,
    ...results.flat(),
  ];
}

const unexpected = (check: string, error: unknown): Finding =>
  failed(check, `The check itself failed: ${toFailureReason(error)}.`, 'Report this with the text above.');

const toLine = ({ check, status, text, advice }: Finding): string =>
  `${status.padEnd(8)}${check.padEnd(19)}${text}${advice === null ? '' : ` → ${advice}`}`;
