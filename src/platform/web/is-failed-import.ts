/**
 * Whether code could not be fetched: the connection is lost, or the page is being left. Each browser has its message,
 * of which all name a module.
 */
export const isFailedImport = (error: unknown): boolean => /module/.test(String(error));
