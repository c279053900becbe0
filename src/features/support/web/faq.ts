/** The categories in the order of the chips. */
export const faqCategories = [
  'Getting Started',
  'Buying & Selling',
  'Account & Settings',
  'Safety & Guidelines',
  'Premium Features',
] as const;
export type FaqCategory = (typeof faqCategories)[number];

/** The category in the query of an address, if there is one. */
export const readCategory = (query: string): FaqCategory | undefined => {
  const named = new URLSearchParams(query).get('category');
  return faqCategories.find((category) => category === named);
};

export type FaqEntry = { category: FaqCategory; question: string; answer: string };

/** Facts of other features that the texts state. Prices are formatted. */
export type FaqFacts = {
  boostPrice: string;
  boostHours: number;
  adFreePrice: string;
  offerHours: number;
  reservationDays: number;
  selling: boolean;
};

/** Each answer describes this product: change it with the product. */
export const faqQuestions = (facts: FaqFacts): FaqEntry[] =>
  Object.entries(faqAnswers(facts)).flatMap(([category, answers]) =>
    Object.entries(answers).map(([question, answer]) => ({
      category: category as FaqCategory,
      question,
      answer,
    })),
  );

const faqAnswers = (facts: FaqFacts): Record<FaqCategory, Record<string, string>> => ({
  'Getting Started': gettingStarted,
  'Buying & Selling': buyingAndSelling(facts),
  'Account & Settings': accountAndSettings,
  'Safety & Guidelines': safetyAndGuidelines,
  'Premium Features': premiumFeatures(facts),
});

const gettingStarted = {
  'How do I create a listing?':
    "Sign in and tap the '+' button at the bottom of the screen. Enter the title, author, condition and price, add photos, then tap Post. Your draft is saved on your device until you post it.",
  'How do I list a book quickly?':
    "Tap '+', then Scan barcode, and point the camera at the barcode on the back cover. Title and author are filled in, so you only choose a condition and a price. After you post, tap 'Scan the next book' to list a whole shelf. What the camera sees stays on your device.",
  'How do I sign up?':
    'Tap Sign Up at the top of the home page and sign up with your email and a password. If your university has its own sign-in, you can use that instead.',
  'What can I do without an account?':
    'You can browse, search, view and share all books. You need an account for favorites, messages and listings.',
};

const buyingAndSelling = ({ offerHours, reservationDays }: FaqFacts) => ({
  'How do I offer a lower price?': `Open the conversation about the book and tap Make an offer. The seller has ${offerHours} hours to accept, decline or counter it. An accepted offer reserves the book for you for ${reservationDays} days at that price, which only the two of you see. Either of you can cancel. You can make five offers a day for one book.`,
  'What is the handover code?':
    'Six digits that only the buyer of a reserved book sees, in the conversation under Handover code, also without a connection. When you have the book in your hands, show them to the seller, who types or scans them under Confirm handover. Then the book is sold to you. After five wrong codes, confirming is paused for 15 minutes.',
  'How do we plan a meeting?':
    'When the book is reserved, tap Plan a meeting in the conversation and propose a place, a day and a time. The other student accepts it or suggests another one. An accepted meeting keeps the book reserved until a day after it, at most 14 days in all. You can add it to your calendar, and we remind you both an hour before.',
  'What is a wanted book?':
    "A book that you need and that isn't listed yet. Open Favorites, then Wanted, and name an ISBN, a course or words, with a highest price if you like. When a student lists a match, you see a dot on Favorites, and we send you a notification or an email. Sellers see how many students want a book, but not who.",
  'How do I contact a seller?':
    "Open the book and tap Contact Seller. This starts a conversation, which you'll find in Messages.",
  'How do payments work?':
    "BookSwap doesn't handle payments between students. Agree on cash or a similar payment, and pay when you have the book.",
  'What should a listing include?':
    'Clear photos, the condition, and the edition or year, so buyers get the right book. Add the ISBN so buyers can search for it.',
  'How do I edit a listing?': 'Open Profile, find the book under Your Listings and tap Edit.',
  'What do I do when a book is sold?':
    'Tap Mark as sold under Your Listings, and choose who bought it, or someone else. The book no longer appears in search. The buyer whom you choose sees the question whether they got it: a yes counts as a confirmed sale and can no longer be undone. Until then, Mark as available undoes the sale. You can also delete the listing there.',
  'How long does my listing stay active?':
    "About four months, or until a running boost ends. A week before, we ask if you're still selling, and one tap on Renew under Your Listings keeps it active. Only you can see an expired listing there, and you can renew it at any time.",
});

const accountAndSettings = {
  'How do I change my password?':
    'Open Profile, then Account Settings, and tap Change Password. If you forgot your password, tap Forgot password? on the sign-in page. If you sign in through your university, change your password there.',
  'How do I change my notifications?':
    "Open Profile, then Account Settings. You can get a notification on each device for new messages, and an email for messages you haven't read. You also choose there how you hear of wanted books, lower prices and reminders.",
  'Can I download my data or delete my account?':
    'Yes, in Profile under Account Settings. Export my data gives you all your data in one file. Delete my account deletes your account, listings and conversations.',
};

const safetyAndGuidelines = {
  'Where should we meet?':
    'Meet during the day in a public place with people around, such as the library, a café or a lecture hall. Plan a meeting, in the conversation about a reserved book, lists safe places on your campus. Check the book before you pay.',
  'When do I show the handover code?':
    'Look at the book first, pay when you hold it in your hands, and then show the code. Never send it in a message. As the seller, count the money before you confirm.',
  'Which books can I list?':
    'Academic textbooks, study guides and educational materials, including novels for a course.',
  'How do reviews work?':
    'After a sale that the buyer confirmed, you can review each other for 14 days, in the conversation or on Profile. Nobody sees a review until you have both written or the 14 days are over. Until then you can change it. You can reply once to a review of you, and report it.',
  "What does 'Student email verified' mean?":
    'This person confirmed an email from a university, and confirms it again every year. It says nothing about the book, so still check it before you pay.',
  "What does 'Be careful' below a message mean?":
    'The message reads like a known trick, such as paying in advance, passing on a code or opening a link. You decide what to do. Its sender does not learn of it. You can report the message.',
  'What if someone is rude or a listing is fake?':
    "Report the listing, the message or the person. Admins review every report. You can also block the person so they can't message you. They won't be notified. See blocked people in Account Settings.",
};

function premiumFeatures({ boostPrice, boostHours, adFreePrice, selling }: FaqFacts) {
  const closed = selling ? '' : " Boosts and ad-free aren't available right now.";
  return {
    'What does ad-free cost?': `Ad-free costs ${adFreePrice} per month and removes all banners and the ads around new listings. Cancel anytime from your profile and stay ad-free until the end of the month you paid for.${closed}`,
    'What does a boost do?': `A boost puts your listing at the top of search results and the home page for ${boostHours} hours. It costs ${boostPrice} once. Tap Boost next to the book under Your Listings. Boosting again adds to the time left.${closed}`,
  };
}
