/** The part of a pino logger that this package needs. */
export type ServerLog = Record<
  'debug' | 'info' | 'warn' | 'error',
  (fields: object, message: string) => void
>;

const SEVERITY =
  /^(DEBUG\d?|INFO|NOTICE|WARNING|ERROR|LOG|FATAL|PANIC|DETAIL|HINT|CONTEXT|STATEMENT|QUERY): {2}/;
/** What a connection is told while the server stops or starts; its client reports it. */
const CONNECTION_LOST = /^(terminating connection|the database system is )/;
const MAX_LINE_LENGTH = 2_000;
const KEPT_FAILURES = 5;

/**
 * Reads what PostgreSQL writes to its standard error and passes it on to a log. Only failures are kept, for the message
 * of a start that fails; details are dropped, because they may quote rows.
 */
export class ServerLogReader {
  readonly #log: ServerLog;
  #partial = '';
  #failures: string[] = [];
  /** While the server is told to stop, the connections that it ends are no failures. */
  quiet = false;

  constructor(log: ServerLog) {
    this.#log = log;
  }

  /** The last failures, oldest first. */
  get failures(): string {
    return this.#failures.join('\n');
  }

  push(chunk: string): void {
    const lines = (this.#partial + chunk).split('\n');
    this.#partial = lines.pop()!.slice(0, MAX_LINE_LENGTH);
    for (const line of lines) this.#readLine(line.slice(0, MAX_LINE_LENGTH));
  }

  #readLine(line: string): void {
    const severity = SEVERITY.exec(line)?.[1];
    if (line.trim() === '' || line.startsWith('\t')) return;
    const message = severity === undefined ? line : line.slice(severity.length + 3);
    switch (severity) {
      case 'FATAL':
      case 'PANIC':
      case undefined: // the loader or the shell: a library or a program is missing
        if (CONNECTION_LOST.test(message)) return;
        this.#failures = [...this.#failures, message].slice(-KEPT_FAILURES);
        this.#log[this.quiet ? 'debug' : severity === 'FATAL' ? 'warn' : 'error'](
          { severity },
          `PostgreSQL: ${message}`,
        );
        return;
      case 'LOG':
      case 'WARNING': {
        const isNews = /terminated by signal|not properly shut down|redo (starts|done)|could not/.test(
          message,
        );
        this.#log[isNews && !this.quiet ? 'warn' : 'debug']({ severity }, `PostgreSQL: ${message}`);
        return;
      }
      default:
    }
  }
}
