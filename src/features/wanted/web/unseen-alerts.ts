import { skipToken, useQuery } from '@tanstack/react-query';

/** The number of alerts that the user has not seen; the live feature fetches it. */
export const unseenAlertsKey = ['wanted', 'unseen'] as const;

/** 0 until it is known. */
export const useUnseenAlerts = (): number =>
  useQuery<number>({ queryKey: unseenAlertsKey, queryFn: skipToken }).data ?? 0;
