import { allJourneys } from './journeys/all.ts';
import { arabicJourneys, arabicMarket } from './journeys/arabic.ts';
import { backJourneys } from './journeys/dialogs.ts';
import { noPasskeyJourneys, onLocalhost } from './journeys/passkeys.ts';
import { webkit } from './support/webkit.ts';
import { runJourneys } from './support/world.ts';

runJourneys(webkit, { ...allJourneys, ...backJourneys });
runJourneys(webkit, arabicJourneys, arabicMarket);
runJourneys(webkit, noPasskeyJourneys, await onLocalhost());
