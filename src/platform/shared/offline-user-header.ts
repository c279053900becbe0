/** Names the user whose cached responses are wanted while offline. It proves nothing; the server ignores it. */
export const OFFLINE_USER_HEADER = 'x-offline-user';
