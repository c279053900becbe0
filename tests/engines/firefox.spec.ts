import { allJourneys } from './journeys/all.ts';
import { arabicJourneys, arabicMarket } from './journeys/arabic.ts';
import { onLocalhost, passkeyJourneys } from './journeys/passkeys.ts';
import { firefox } from './support/firefox.ts';
import { runJourneys } from './support/world.ts';

runJourneys(firefox, allJourneys);
runJourneys(firefox, arabicJourneys, arabicMarket);
runJourneys(firefox, passkeyJourneys, await onLocalhost());
