import { readConfig } from '../../server/config.ts';
import { toPublicUrl } from '../../server/edge/market-config.ts';
import { createLink, LINK_MINUTES, toLink } from '../../server/operator/operator-database.ts';
import { withDeployment } from '../markets/deployment.ts';
import { ensureDirectory } from '../markets/ensure-directory.ts';
import { MarketError } from '../markets/market-error.ts';

export const OPERATOR_USAGE = `operator link EMAIL    Prints a link to the operators' page (OPERATOR_HOST) for one of OPERATOR_EMAILS.`;

/** `args`: what follows 'operator'. Returns the exit code. Throws ConfigError, MarketError. */
export async function runOperator(
  args: string[],
  variables: Record<string, string | undefined>,
  options: Parameters<typeof withDeployment>[2] = {},
): Promise<number> {
  const [command, given, ...more] = args;
  if (command !== 'link' || given === undefined || more.length > 0) {
    console.error(`Usage: npm run admin -- ${OPERATOR_USAGE}`);
    return 2;
  }
  const config = readConfig(variables);
  const { operatorHost, operatorEmails } = config;
  if (operatorHost === undefined)
    throw new MarketError('OPERATOR_HOST is not set: the host of the operators’ page, which no market has.');
  const email = given.toLowerCase();
  if (!operatorEmails.includes(email)) throw new MarketError(`${given} is not one of OPERATOR_EMAILS.`);
  return withDeployment(
    config,
    async (deployment) => {
      await ensureDirectory(deployment);
      const token = await createLink(deployment.control, email, deployment.now());
      deployment.say(toLink(toPublicUrl(operatorHost, config), token));
      deployment.say(`It works once, for ${LINK_MINUTES} minutes.`);
      return 0;
    },
    options,
  );
}
