/** What a sitemap may name, half of what the protocol allows in bytes and a fifth of it in addresses. */
export const MAX_SITEMAP_ADDRESSES = 10_000;
export const MAX_FEED_ENTRIES = 50;

export const SITEMAP_KINDS = ['listings', 'courses', 'profiles'] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];
