import { allJourneys } from './journeys/all.ts';
import { firefox } from './support/firefox.ts';
import { runJourneys } from './support/world.ts';

runJourneys(firefox, allJourneys);
