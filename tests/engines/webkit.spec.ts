import { allJourneys } from './journeys/all.ts';
import { backJourneys } from './journeys/dialogs.ts';
import { webkit } from './support/webkit.ts';
import { runJourneys } from './support/world.ts';

runJourneys(webkit, { ...allJourneys, ...backJourneys });
