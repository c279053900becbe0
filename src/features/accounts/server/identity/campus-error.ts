import type { CampusTrouble } from '../../rules.ts';

/** Why somebody is not signed in through their university. The message is for the log. */
export class CampusError extends Error {
  override name = 'CampusError';
  readonly trouble: CampusTrouble;

  constructor(trouble: CampusTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}
