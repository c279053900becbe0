/** The parts of the socket that the first script needs. The code that opens it loads in a separate chunk. */
export { LiveProvider } from './live-provider.tsx';
export { useRefetchWhenMissed } from './use-refetch-when-missed.ts';
export { useLiveMessage } from './use-live-message.ts';
