/**
 * The header by which a call without a token says who is remembered here: it opens what this device has kept of them, when nobody else
 * answers. It proves nothing, and the server does not read it.
 */
export const offlineUserHeader = 'x-remembered-person';
