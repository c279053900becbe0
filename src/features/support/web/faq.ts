/** In the order of the category chips. */
export const faqCategories = [
  'Getting Started',
  'Buying & Selling',
  'Account & Settings',
  'Safety & Guidelines',
  'Premium Features',
] as const;
export type FaqCategory = (typeof faqCategories)[number];

export type FaqEntry = { category: FaqCategory; question: string; answer: string };

/** Facts of other features that the texts state. Prices are formatted. */
export type FaqFacts = { boostPrice: string; boostHours: number; adFreePrice: string; selling: boolean };

/** Each answer describes this product: change it with the product. */
export const faqQuestions = (facts: FaqFacts): FaqEntry[] => [
  ...gettingStarted,
  ...buyingAndSelling,
  ...accountAndSettings,
  ...safetyAndGuidelines,
  ...premiumFeatures(facts),
];

const gettingStarted: readonly FaqEntry[] = [
  {
    category: 'Getting Started',
    question: 'How do I create a listing?',
    answer:
      "Sign in and touch the '+' button at the bottom of the screen. Enter title, author, condition and price, add photos, and touch Post. What you typed is kept on your device until then.",
  },
  {
    category: 'Getting Started',
    question: 'How do I sign up?',
    answer:
      'Touch Sign Up at the top of the home page, and sign up with your email and a password. Where your university has its own sign-in, you can use that instead.',
  },
  {
    category: 'Getting Started',
    question: 'What can I do without an account?',
    answer:
      'Browse and search all books, read about them and share them. Favorites, messages and listings need an account, because somebody has to be able to answer you.',
  },
];

const buyingAndSelling: readonly FaqEntry[] = [
  {
    category: 'Buying & Selling',
    question: 'How do I contact a seller?',
    answer:
      'Open the book and touch Contact Seller. This starts a conversation, which you find under Messages.',
  },
  {
    category: 'Buying & Selling',
    question: 'How do payments work?',
    answer:
      'BookSwap does not handle payments between students. Agree on cash or something similar, and pay when you hold the book in your hands.',
  },
  {
    category: 'Buying & Selling',
    question: 'What should a listing include?',
    answer:
      'Clear photos, the true condition, and the edition or year, so that nobody buys the wrong one. With the ISBN it is found by its number too.',
  },
  {
    category: 'Buying & Selling',
    question: 'How do I edit a listing?',
    answer: 'Open Profile, find the book under Your Listings and touch Edit.',
  },
  {
    category: 'Buying & Selling',
    question: 'What do I do once a book is sold?',
    answer:
      'Touch Mark as sold under Your Listings: nobody finds the book any more, and your number of sales goes up. Mark as available undoes it. You can also delete the listing there.',
  },
];

const accountAndSettings: readonly FaqEntry[] = [
  {
    category: 'Account & Settings',
    question: 'How do I change my password?',
    answer:
      'Open Profile, then Account Settings, and touch Change Password. If you have forgotten it, touch Forgot password? where you sign in. Who signs in through their university changes it there.',
  },
  {
    category: 'Account & Settings',
    question: 'How do I choose what I am notified of?',
    answer:
      'In Profile, under Account Settings. New messages can be shown on each of your devices, and mailed to you when you have not read them.',
  },
  {
    category: 'Account & Settings',
    question: 'Can I take my data with me, or delete my account?',
    answer:
      'Both, in Profile under Account Settings: Export my data gives you everything of yours in one file, and Delete my account removes you with your listings and conversations.',
  },
];

const safetyAndGuidelines: readonly FaqEntry[] = [
  {
    category: 'Safety & Guidelines',
    question: 'Where should we meet?',
    answer:
      'In a public place with people around, by daylight: the library, a café, a lecture hall. Look at the book before you pay.',
  },
  {
    category: 'Safety & Guidelines',
    question: 'Which books may I list?',
    answer:
      'Academic textbooks, study guides and educational materials. Novels are fine too, because courses read them.',
  },
  {
    category: 'Safety & Guidelines',
    question: "What does 'Student e-mail verified' mean?",
    answer:
      'That this person has proven to have an e-mail address of a university. It says nothing about the book: look at it all the same.',
  },
  {
    category: 'Safety & Guidelines',
    question: 'What if somebody is rude, or a listing is fake?',
    answer:
      'Report the listing, the message or the person: those who run this BookSwap look at every report. You can also block the person, who then cannot write to you. They are not told. Whom you have blocked stands in Profile, under Account Settings.',
  },
];

function premiumFeatures({ boostPrice, boostHours, adFreePrice, selling }: FaqFacts): FaqEntry[] {
  const closed = selling ? '' : ' At the moment nothing is sold here.';
  return [
    {
      category: 'Premium Features',
      question: 'What does ad-free cost?',
      answer: `${adFreePrice} per month. All banners and the ads around a new listing go away. Cancel anytime from your profile; it then lasts until the end of the month that you have paid for.${closed}`,
    },
    {
      category: 'Premium Features',
      question: 'What does a boost do?',
      answer: `It puts your listing at the top of search and of the home page for ${boostHours} hours. A boost costs ${boostPrice} once; touch Boost beside the book under Your Listings. Boosting again adds to the time that is left.${closed}`,
    },
  ];
}
