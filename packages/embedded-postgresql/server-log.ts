/** The part of a pino logger that this package needs. */
export type ServerLog = Record<
  'debug' | 'info' | 'warn' | 'error',
  (fields: object, message: string) => void
>;

const SEVERITY =
  /^(DEBUG\d?|INFO|NOTICE|WARNING|ERROR|LOG|FATAL|PANIC|DETAIL|HINT|CONTEXT|STATEMENT|QUERY): {2}/;
/** The message for connections while the server stops or starts; the client reports it. */
const CONNECTION_LOST = /^(terminating connection|the database system is )/;
const NEWS = /terminated by signal|not properly shut down|could not/;
const DAMAGE = /invalid page|checksum|could not (read|write|open|fsync)/;
const MAX_LINE_LENGTH = 2_000;
const KEPT_FAILURES = 5;

/**
 * Reads PostgreSQL's standard error and passes it on to a log. Only failures are kept, for the message of a
 * failed start; details are dropped, because they may quote rows.
 */
export class ServerLogReader {
  readonly #log: ServerLog;
  #partial = '';
  #failures: string[] = [];
  /** While the server stops, the connections that it ends are no failures. */
  isQuiet = false;

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
        // A client may request a database that does not exist; that is the client's error.
        return CONNECTION_LOST.test(message) ? undefined : this.#write('warn', message);
      case 'PANIC':
      case undefined: // the loader or the shell: a library or a program is missing
        return this.#write('error', message);
      case 'LOG':
        return this.#write(NEWS.test(message) ? 'warn' : 'debug', message);
      case 'WARNING':
      case 'ERROR': // of statements, which the application logs; other errors are the server's
        return DAMAGE.test(message) ? this.#write('error', message) : undefined;
      default:
    }
  }

  #write(level: keyof ServerLog, message: string): void {
    if (level !== 'debug') this.#failures = [...this.#failures, message].slice(-KEPT_FAILURES);
    this.#log[this.isQuiet ? 'debug' : level]({}, `PostgreSQL: ${message}`);
  }
}
