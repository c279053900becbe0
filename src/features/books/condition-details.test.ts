import { expect, test } from 'vitest';
import { normalizeConditionDetails } from './condition-details.ts';

test('only what is said is kept, in one form', () => {
  expect(normalizeConditionDetails({})).toBeNull();
  expect(
    normalizeConditionDetails({ highlighting: null, notes: undefined, flaws: [], isInstructorCopy: false }),
  ).toBeNull();
  const details = normalizeConditionDetails({
    isInternationalEdition: true,
    flaws: ['cover damage', 'loose pages', 'cover damage'],
    highlighting: 'some',
  });
  expect(JSON.stringify(details)).toBe(
    '{"highlighting":"some","flaws":["loose pages","cover damage"],"isInternationalEdition":true}',
  );
});
