import type { DatabaseLog } from '#platform/server/database/database-log.ts';

type RecordingLog = DatabaseLog & { readonly messages: string[]; readonly fields: object[] };

/** A log that records its messages, except debug messages, instead of printing them. */
export function createRecordingLog(): RecordingLog {
  const messages: string[] = [];
  const fields: object[] = [];
  const keep = (some: object, message: string) => {
    messages.push(message);
    fields.push(some);
  };
  return { messages, fields, debug() {}, info: keep, warn: keep, error: keep };
}
