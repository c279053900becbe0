/** On responses of the service worker's caches: a page that gets one knows that the network has failed. */
export const CACHED_AT_HEADER = 'x-cached-at';
