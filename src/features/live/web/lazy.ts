/** For chunks that load after the first script. */
export { useIsConnected, useLive } from './live-provider.tsx';
export { type LiveFeature, type LiveFeatureContext, startLiveSession } from './live-session.ts';
