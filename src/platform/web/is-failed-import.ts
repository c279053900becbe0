/** Code or styles could not be fetched. Each browser's message names a module; styles fail with an event. */
export const isFailedImport = (error: unknown): boolean => /module|Event/.test(String(error));
