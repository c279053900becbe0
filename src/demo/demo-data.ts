/** The users of the demo campus and what they write. All invented. */

/** A reserved domain: it receives no mail, so that no other user can verify an email address of it. */
export const demoCampus = { domain: 'demo.example', university: 'Northfield University' };

/** The email of a demo user: the first name in ASCII. */
export const demoEmail = (name: string): string => {
  const firstName = name
    .split(' ')[0]!
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '');
  return `${firstName.toLowerCase()}@${demoCampus.domain}`;
};

/** The two users whose sign-ins are printed. */
export const demoStudent = { name: 'Maya Lindgren', email: 'maya@demo.example' };
export const demoAdmin = { name: 'Ruth Abara', email: 'ruth@demo.example' };
/** The seller who is in the team, too: the admin does not judge alone. */
export const DEMO_MODERATOR = 'Hannah Cohen';

/** `share`: how much of the listings, compared with the others. */
export const sellers = [
  { name: 'Daniel Okafor', totalSales: 6, daysAgo: 431, share: 10 },
  { name: 'Priya Raman', totalSales: 2, daysAgo: 118, share: 13 },
  { name: 'Tom Whitaker', totalSales: 0, daysAgo: 73, share: 4 },
  { name: 'Lucía Fernández', totalSales: 9, daysAgo: 502, share: 12 },
  { name: 'Jonas Weber', totalSales: 13, daysAgo: 791, share: 6 },
  { name: 'Aisha Rahman', totalSales: 4, daysAgo: 266, share: 9 },
  { name: 'Grace Lim', totalSales: 13, daysAgo: 640, share: 15 },
  { name: 'Mateo Rossi', totalSales: 0, daysAgo: 68, share: 3 },
  { name: 'Hannah Cohen', totalSales: 3, daysAgo: 205, share: 8 },
  { name: 'Owen Byrne', totalSales: 5, daysAgo: 347, share: 11 },
  { name: 'Yuki Tanaka', totalSales: 2, daysAgo: 159, share: 5 },
] as const; // oxfmt-ignore

/** How often the sellers have sold here, if less often than `planSales` would have it. */
export const demoSales: Readonly<Record<string, number>> = { 'Jonas Weber': 12 };

/** What other students ask two of the sellers, and how many minutes each reply takes. */
export const demoReplies = [
  { seller: 'Jonas', minutes: [12, 48, 7, 31, 55, 22] },
  { seller: 'Grace', minutes: [340, 95, 620, 41, 505] },
] as const;
export const demoQuestions = [
  'Hi! Is this one still available?',
  'Hello, are there any notes in it?',
  'Could you bring it to the library this week?',
  'Is the spine still good?',
  'Hey, would you keep it for me until Friday?',
  'Does it have all its pages? My last one did not.',
] as const;

export const studentListings = [
  '9781429261784',
  '9780141439518',
  '9780321910417',
  '9781400033416',
  '9780060838652',
];
/** Days since they were listed: one ends in six days, one has expired. */
export const oldListings: Readonly<Record<string, number>> = { '9781400033416': 114, '9780060838652': 123 };
export const studentWanted = [
  { words: 'real analysis', maxPrice: 4_000 },
  { isbn: '9781118010402', maxPrice: 2_500, minCondition: 'Good' },
  { course: 'MATH 101' },
] as const;

export const studentFavorites = [
  '9780134093413',
  '9780199270293',
  '9780345391803',
  '9780374533557',
  '9780262046305',
];

export const demoBoosts = [
  { isbn: '9780134093413', hoursLeft: 41.2 },
  { isbn: '9780521809269', hoursLeft: 6.7 },
] as const;

type DemoConversation = {
  isbn: string;
  /** The first name of the other person, who buys what the demo student sells; otherwise the seller. */
  buyer?: string;
  messages: { from: 'buyer' | 'seller'; content: string; minutesAgo: number }[];
  /** How many of the messages the demo student has read. Default: all. */
  read?: number;
};

export const demoConversations: DemoConversation[] = [
  {
    isbn: '9780134093413',
    messages: [
      { from: 'buyer', content: 'Hi! Is this the edition for Bio 101 with Prof. Sandoval?', minutesAgo: 203 },
      { from: 'seller', content: 'Yep, that’s the one. I had her last spring.', minutesAgo: 196 },
      { from: 'buyer', content: 'Perfect. Would you do {80}?', minutesAgo: 194 },
      { from: 'seller', content: '{82} and I’ll throw in my lab notebook, I only used four pages of it', minutesAgo: 171 },
      { from: 'buyer', content: 'Trade 😄 I’m at the library for a few more hours', minutesAgo: 168 },
      { from: 'seller', content: 'Running a bit late, can we say in half an hour, by the bike racks? Blue backpack.', minutesAgo: 11 },
    ],
    read: 5,
  },
  {
    isbn: '9781429261784',
    buyer: 'Jonas',
    messages: [
      { from: 'buyer', content: 'Hey, is the psych book still available?', minutesAgo: 1_467 },
      { from: 'seller', content: 'It is! I can bring it to campus on Tuesday or Thursday.', minutesAgo: 1_390 },
      { from: 'buyer', content: 'Thursday after 2 would be great. Does it have the online code?', minutesAgo: 1_338 },
      { from: 'seller', content: 'No code, sorry, I used it. You can get by without, the quizzes were optional for us.', minutesAgo: 1_331 },
      { from: 'buyer', content: 'ok cool, then Thursday', minutesAgo: 86 },
    ],
    read: 5,
  },
  {
    isbn: '9780374533557',
    messages: [
      { from: 'buyer', content: 'Hi, how much underlining is it really? I’d want to mark it up myself', minutesAgo: 4_418 },
      { from: 'seller', content: 'Maybe ten pages, all in part one. I can send you a picture tonight.', minutesAgo: 4_160 },
      { from: 'seller', content: 'Correction: 14 pages. I counted.', minutesAgo: 3_702 },
      { from: 'buyer', content: 'Haha thank you. I’ll think about it until the weekend', minutesAgo: 3_655 },
    ],
  },
  {
    isbn: '9780141439518',
    buyer: 'Grace',
    messages: [
      { from: 'buyer', content: 'Hello, would you trade this for Jane Eyre? Mine is in good shape.', minutesAgo: 7_240 },
      { from: 'seller', content: 'I have two of those already, sorry! $5 and it’s yours.', minutesAgo: 6_995 },
    ],
  },
  {
    isbn: '9780321910417',
    buyer: 'Owen',
    messages: [{ from: 'buyer', content: 'Hi, I could pick this up today if the price works for you.', minutesAgo: 1_629 }],
  },
  {
    isbn: '9780321910417',
    buyer: 'Grace',
    messages: [
      { from: 'buyer', content: 'Hi Maya, is the book still available? I need it for CHEM 101.', minutesAgo: 1_563 },
      { from: 'seller', content: 'It is! All the notes are in chapter 9.', minutesAgo: 1_548 },
    ],
  },
]; // oxfmt-ignore

/** What waits for the administrator. Reporters and the reported person are first names. */
export const demoReports = [
  { by: 'Hannah', isbn: '9780073523323', reason: 'other', text: "The listing says 6th edition, but when we met it was the international 5th. I didn't buy it.", hoursAgo: 52.4 },
  { by: 'Owen', isbn: '9780131873216', reason: 'fake', text: "I don't think this book exists. Three of us asked and nobody got an answer.", hoursAgo: 19.1 },
  { by: 'Aisha', person: 'Mateo', reason: 'other', text: 'We agreed on a time twice and he never came. Not dangerous, just annoying.', hoursAgo: 5.6 },
] as const; // oxfmt-ignore

export const demoSupportMessages = [
  { from: 'Priya', subject: 'Can I change my university?', message: "I'm transferring to the other campus in January. Can I keep my account and my listings, or do I have to sign up again with the new email address?", hoursAgo: 70.3 },
  { from: 'Tom', subject: 'Boost did not start', message: 'I paid for a boost yesterday evening, but my listing was not at the top when my roommate looked. It is there now. Did I lose a few hours, or does the time start later?', hoursAgo: 26.8 },
  { name: 'Ellen Marsh', email: 'ellen.marsh@demo.example', subject: 'Donating books from a retired professor', message: "My father taught physics here for thirty years and left about two hundred books. We would like students to have them for free. Is there a way to list that many at once? I don't have an account yet.", hoursAgo: 8.2 },
] as const; // oxfmt-ignore

export const demoPurchases = [
  { title: 'Organic Chemistry as a Second Language: First Semester Topics, 3rd Edition', author: 'David R. Klein', subject: 'Science', isbn: '9781118010402', condition: 'Good', price: 2_200, seller: 'Yuki', hoursAgo: 5 },
  { title: 'Designing Data-Intensive Applications', author: 'Martin Kleppmann', subject: 'Computer Science', isbn: '9781449373320', condition: 'Excellent', price: 3_100, seller: 'Priya', hoursAgo: 2_540 },
] as const; // oxfmt-ignore

/** A user who has left: what the demo student bought from them, what they bought here, and their stars. */
export const formerStudent = {
  name: 'Ben Adler',
  daysAgo: 620,
  sold: { title: 'Thinking, Fast and Slow', author: 'Daniel Kahneman', subject: 'Psychology', isbn: '9780374533557', condition: 'Good', price: 900, hoursAgo: 4_130, review: 5 },
  bought: { title: 'Signals and Systems, 2nd Edition', author: 'Alan V. Oppenheim, Alan S. Willsky', subject: 'Engineering', isbn: '9780138147570', condition: 'Good', price: 3_800, hoursAgo: 5_340, review: 4 },
} as const; // oxfmt-ignore

/** The book that its seller has marked as sold to the demo student, who has not responded yet. */
export const demoQuestion = {
  isbn: '9780914098911',
  messages: [
    { from: 'buyer', content: 'Hi, is the Spivak still available? I’m around this afternoon.', minutesAgo: 1_985 },
    { from: 'seller', content: 'It is. Steps of the math building at 3?', minutesAgo: 1_962 },
    { from: 'buyer', content: 'Perfect, see you there.', minutesAgo: 1_955 },
  ],
  minutesAgo: 38,
} as const; // oxfmt-ignore

export const findSeller = (firstName: string): number =>
  sellers.findIndex(({ name }) => name.startsWith(`${firstName} `));
