import { describe, expect, it } from 'vitest';
import { createFindUniversity } from './find-university.ts';

const known = createFindUniversity([]);
const mit = 'Massachusetts Institute of Technology';

describe('the universities of the world', () => {
  it.each([
    ['tim@mit.edu', mit],
    ['TIM@MIT.EDU', mit],
    ['tim@csail.mit.edu', mit],
    ['tim@a.b.c.mit.edu', mit],
    ['tim+books@mit.edu', mit],
    ['tim@ｍｉｔ.edu', mit],
    ['ada@cam.ac.uk', 'University of Cambridge'],
    ['ada@cl.cam.ac.uk', 'University of Cambridge'],
    ['ada@ethz.ch', 'ETHZ - ETH Zurich'],
  ])('maps %s to %s', (email, university) => {
    expect(known(email)).toBe(university);
  });

  it.each([
    'tim@evil-mit.edu',
    'tim@mit.edu.evil.com',
    'tim@mit.edu.',
    'tim@.mit.edu@evil.com',
    'mit.edu@evil.com',
    'tim@evil.com@mit.edu',
    '"tim@mit.edu"@evil.com',
    'tim@evil.com#.mit.edu',
    'tim@mit.edu\n',
    'tim@mіt.edu',
    'tim@edu',
    'tim@gmail.com',
    '@mit.edu',
    'mit.edu',
    '',
  ])('maps %j to none', (email) => {
    expect(known(email)).toBeNull();
  });
});

describe('the configured campus', () => {
  const find = createFindUniversity([
    { domain: 'northfield.example', university: 'Northfield University' },
    { domain: 'xn--nrdfeld-q1a.example', university: 'Nørdfeld' },
    { domain: 'ethz.ch', university: null },
    { domain: 'unheard.example', university: null },
  ]);

  it.each([
    ['maya@northfield.example', 'Northfield University'],
    ['maya@students.northfield.example', 'Northfield University'],
    ['maya@southnorthfield.example', null],
    ['maya@nørdfeld.example', 'Nørdfeld'],
    // The known name if none is configured, else the domain.
    ['maya@inf.ethz.ch', 'ETHZ - ETH Zurich'],
    ['maya@mail.unheard.example', 'unheard.example'],
    ['tim@mit.edu', mit],
  ])('maps %s to %s', (email, university) => {
    expect(find(email)).toBe(university);
  });

  it('takes precedence over the known universities', () => {
    const renamed = createFindUniversity([{ domain: 'mit.edu', university: 'The Institute' }]);
    expect(renamed('tim@csail.mit.edu')).toBe('The Institute');
  });
});
