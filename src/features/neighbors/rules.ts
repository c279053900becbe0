/** Limits and distances of neighbors. No I/O. */

/** Agreements and proposals of one campus: each is read for every page with results. */
export const MAX_NEIGHBORS = 5;
/** Listings of one neighbor below the own results. */
export const MAX_SHOWN_LISTINGS = 6;
/** Of cached pages with such listings. */
export const MAX_PAGE_LIFETIME_MS = 2_000;
export const MAX_HOST_LENGTH = 253;

export type Coordinates = { latitude: number; longitude: number };

export const isOnEarth = ({ latitude, longitude }: Coordinates): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

const EARTH_RADIUS_KM = 6_371;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Kilometers as the crow flies, at least 1; null if one of the places is not known. */
export function distanceKm(one: Coordinates | null, other: Coordinates | null): number | null {
  if (one === null || other === null) return null;
  const [from, to] = [toRadians(one.latitude), toRadians(other.latitude)];
  const half =
    Math.sin((to - from) / 2) ** 2 +
    Math.cos(from) * Math.cos(to) * Math.sin(toRadians(other.longitude - one.longitude) / 2) ** 2;
  return Math.max(1, Math.round(2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)))));
}

/** What a person types as a host: 'https://Westfield.example/ ' → 'westfield.example'. */
export const toHost = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '');
