/**
 * Whether code or its styles could not be fetched: the connection is lost, or the page is being left. Each browser has
 * its message, of which all name a module; styles fail with an event.
 */
export const isFailedImport = (error: unknown): boolean => /module|Event/.test(String(error));
