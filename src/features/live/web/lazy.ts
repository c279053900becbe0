/** For chunks that load after the first script. */
export { LiveSocket } from './live-socket.ts';
