export type EmbeddedPostgresqlErrorReason =
  | 'unsupported-machine'
  | 'incompatible-version'
  | 'permission-denied'
  | 'disk-full'
  | 'damaged-cluster'
  | 'start-failed';

/** Why a server does not start. The message tells the operator the cause and the remedy. */
export class EmbeddedPostgresqlError extends Error {
  readonly reason: EmbeddedPostgresqlErrorReason;

  constructor(reason: EmbeddedPostgresqlErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresqlError';
    this.reason = reason;
  }
}

export class DirectoryInUseError extends Error {
  readonly directory: string;
  /** Undefined when the owner has not written its id yet. */
  readonly ownerPid: number | undefined;

  constructor(directory: string, ownerPid: number | undefined) {
    super(`Another process${ownerPid ? ` (${ownerPid})` : ''} uses ${directory}`);
    this.name = 'DirectoryInUseError';
    this.directory = directory;
    this.ownerPid = ownerPid;
  }
}
