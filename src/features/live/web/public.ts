/** What the first script needs of the socket. What opens it loads in a chunk of its own. */
export { LiveProvider } from './live-provider.tsx';
export { useLiveMessage } from './use-live-message.ts';
