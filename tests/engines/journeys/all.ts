import { accountJourneys } from './accounts.ts';
import { bookJourneys } from './books.ts';
import { dialogJourneys } from './dialogs.ts';
import { messageJourneys } from './messages.ts';
import { moderationJourneys } from './moderation.ts';
import { offlineJourneys } from './offline.ts';
import { tradeJourneys } from './trades.ts';
import type { Journeys } from '../support/world.ts';

export const allJourneys: Journeys = {
  ...accountJourneys,
  ...bookJourneys,
  ...messageJourneys,
  ...tradeJourneys,
  ...moderationJourneys,
  ...dialogJourneys,
  ...offlineJourneys,
};
