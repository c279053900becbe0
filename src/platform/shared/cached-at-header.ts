/**
 * The time of caching, on responses of the service worker's caches. A response of the network has none: a
 * page that gets one knows that the network has failed.
 */
export const CACHED_AT_HEADER = 'x-cached-at';
