/** The users of the demo campus and what they write. All invented. */

/** A reserved domain: it receives no email, so that no other user can verify an email address of it. */
export const demoCampus = { domain: 'demo.example', university: 'Northfield University' };

/** The two users whose sign-ins are printed. */
export const demoStudent = { name: 'Maya Lindgren', email: 'maya@demo.example' };
export const demoAdmin = { name: 'Ruth Abara', email: 'ruth@demo.example' };

export const sellers = [
  'Daniel Okafor', 'Priya Raman', 'Tom Whitaker', 'Lucía Fernández', 'Jonas Weber', 'Aisha Rahman',
  'Grace Lim', 'Mateo Rossi', 'Hannah Cohen', 'Owen Byrne', 'Yuki Tanaka',
] as const; // oxfmt-ignore

export const descriptions = [
  'Used for one year. A few pencil notes in chapters 3 to 7, easily erased; spine and corners are firm. I am on campus Monday to Thursday and happy to meet at the library entrance.',
  'Bought for the spring course, opened perhaps five times. No marks.',
  'Highlighting in the first four chapters, otherwise clean.',
  'Cover is worn at the corners, all pages are there and readable. Priced accordingly.',
  'The edition the course still uses. I can bring it to any lecture hall on the main campus.',
  'Some coffee on the back cover, none on the pages. It got me through the exam.',
  null,
  'Clean copy from a smoke-free home. Cash only, please; I can hold it until Friday.',
  'A sticker of the campus shop on the spine. Inside like new.',
  'My notes are in the margins, in pencil, and rather good.',
] as const;

export const demoConversations: { from: 'buyer' | 'seller'; content: string; minutesAgo: number }[][] = [
  [
    { from: 'buyer', content: 'Hi! Is this still available?', minutesAgo: 190 },
    { from: 'seller', content: 'It is. I have it with me today.', minutesAgo: 184 },
    { from: 'buyer', content: 'Great. Could we meet at the library entrance around four?', minutesAgo: 181 },
    { from: 'seller', content: 'Four works. I will be by the bike racks, blue backpack.', minutesAgo: 12 },
  ],
  [
    { from: 'buyer', content: 'Does it have the access code?', minutesAgo: 2900 },
    { from: 'seller', content: 'No code, sorry. That is why it is a bit cheaper.', minutesAgo: 2870 },
    { from: 'buyer', content: 'Fair enough. I will take it.', minutesAgo: 1500 },
  ],
  [
    { from: 'buyer', content: 'Would you take a little less for it?', minutesAgo: 5200 },
    { from: 'seller', content: 'I can do five dollars less if you pick it up this week.', minutesAgo: 5110 },
  ],
];
