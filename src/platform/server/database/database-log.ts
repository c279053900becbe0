/** The part of a pino logger that the database needs. */
export type DatabaseLog = Record<
  'debug' | 'info' | 'warn' | 'error',
  (fields: object, message: string) => void
>;
