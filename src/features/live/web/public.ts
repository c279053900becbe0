/** The parts of the socket that the first script needs. The code that opens it loads in a separate chunk. */
export { LiveProvider, useLiveMessage, useRefetchWhenMissed } from './live-provider.tsx';
