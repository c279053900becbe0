import { skipToken, useQuery } from '@tanstack/react-query';
import type { PriceNotice } from '../contract.ts';

/** The lower prices of the saved books of the user; the live feature fetches them. */
export const priceNoticesKey = ['price-notices'] as const;

/** None until they are known. */
export const usePriceNotices = (): readonly PriceNotice[] =>
  useQuery<PriceNotice[]>({ queryKey: priceNoticesKey, queryFn: skipToken }).data ?? [];

/** How many of them the user has not seen on Favorites. */
export const useUnseenPrices = (): number => usePriceNotices().filter(({ isSeen }) => !isSeen).length;
