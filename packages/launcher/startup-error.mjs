/** An error whose message states the problem and the remedy. It is printed without a stack. */
export class StartupError extends Error {
  /**
   * @param {string} message
   * @param {number} [code] the exit code
   */
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

/**
 * Ends the process. Anything but a StartupError is a fault of the program and keeps its stack.
 * @param {unknown} error
 */
export function exitWithMessage(error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(`\n${error.message}`);
  process.exit(error.code);
}
