/** What the app needs of conversations on every page: small, the socket and the screens come in chunks of their own. */
export { LiveProvider, useLive, useUnreadCount } from './live-provider.tsx';
