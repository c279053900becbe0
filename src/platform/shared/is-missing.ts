/** Whether there is nothing under an address: deleted, or an invalid id. On both sides. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && (error.status === 404 || error.status === 400);
