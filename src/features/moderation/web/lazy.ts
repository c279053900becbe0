/** The parts of moderation for other screens; not in the first script. */
export { DecisionsSection, NewDecisionsNotice } from './decisions/new-decisions.tsx';
