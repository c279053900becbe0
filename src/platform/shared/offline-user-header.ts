/**
 * The header by which a request without a token names the user of this browser. It selects that user's cached
 * responses while the network is unreachable. It proves nothing, and the server ignores it.
 */
export const OFFLINE_USER_HEADER = 'x-offline-user';
