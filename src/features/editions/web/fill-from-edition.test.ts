import { expect, test } from 'vitest';
import { fillFromEdition, pickUntouched, undoFill } from './fill-from-edition.ts';

const empty = { title: '', author: '', subject: '' };
const algorithms = {
  title: 'Introduction to Algorithms',
  author: 'Thomas H. Cormen',
  edition: '4th Edition',
  subject: 'Computer Science',
};
const filled = {
  title: 'Introduction to Algorithms, 4th Edition',
  author: 'Thomas H. Cormen',
  subject: 'Computer Science',
};

test('an empty form is filled in, with the edition in the title', () => {
  expect(fillFromEdition(empty, {}, algorithms)).toEqual(filled);
});

test('what was typed stays', () => {
  expect(fillFromEdition({ ...empty, title: 'My own title' }, {}, algorithms)).toEqual({
    author: 'Thomas H. Cormen',
    subject: 'Computer Science',
  });
});

test('another ISBN replaces what the lookup before filled in, also by nothing', () => {
  const next = { title: 'Dune', author: 'Frank Herbert', edition: null, subject: null };
  expect(fillFromEdition({ ...filled, author: 'Cormen et al.' }, filled, next)).toEqual({
    title: 'Dune',
    subject: '',
  });
});

test('the same facts change nothing', () => {
  expect(fillFromEdition(filled, filled, algorithms)).toEqual({});
});

test('a title that leaves no room for its edition stays without it', () => {
  const title = 'x'.repeat(195);
  expect(fillFromEdition(empty, {}, { ...algorithms, title }).title).toBe(title);
});

test('undoing empties what was filled in and not changed since', () => {
  expect(undoFill({ ...filled, author: 'Cormen et al.' }, filled)).toEqual({ title: '', subject: '' });
  expect(undoFill(filled, { title: filled.title })).toEqual({ title: '' });
});

test('a third ISBN replaces what the first one filled in and the second one left', () => {
  const facts = { author: 'One Author', edition: null, subject: 'Science' };
  const first = fillFromEdition(empty, {}, { ...facts, title: 'First' });
  let values = { ...empty, ...first };
  let held = pickUntouched(values, first);
  const second = fillFromEdition(values, held, { ...facts, title: 'Second' });
  expect(second).toEqual({ title: 'Second' });
  values = { ...values, ...second };
  held = pickUntouched(values, { ...held, ...second });
  expect(held).toEqual(values);
  const third = { title: 'Third', author: 'Another Author', edition: null, subject: 'History' };
  expect(fillFromEdition(values, held, third)).toEqual({
    title: 'Third',
    author: 'Another Author',
    subject: 'History',
  });
});
