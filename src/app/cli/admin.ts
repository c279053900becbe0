import { DATABASE_USAGE, runDatabaseCommand } from './database-commands.ts';
import { DOCTOR_USAGE, runDoctor } from './doctor/run-doctor.ts';
import { MARKETS_USAGE, runMarkets } from './markets/run-markets.ts';
import { OPERATOR_USAGE, runOperator } from './operator/run-operator.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run admin -- COMMAND ARGUMENT
  ${DATABASE_USAGE}
  ${DOCTOR_USAGE}
  ${OPERATOR_USAGE}
  ${MARKETS_USAGE}`;

/** Opens the database itself: that it cannot be opened is one of its findings. */
async function doctor(args: string[]): Promise<number> {
  const { text, exitCode } = await runDoctor(args, process.env);
  console.log(text);
  return exitCode;
}

async function run([name, ...args]: string[]): Promise<number> {
  if (name === 'doctor') return doctor(args);
  if (name === 'markets') return runMarkets(args, process.env);
  if (name === 'operator') return runOperator(args, process.env);
  const answer = name === undefined ? null : await runDatabaseCommand([name, ...args], process.env);
  if (answer === null) {
    console.error(USAGE);
    return 2;
  }
  console.log(answer.text);
  return answer.done ? 0 : 1;
}

await runCommand(run);
