import { t, textId } from '#platform/shared/texts/t.ts';

/** The categories in the order of the chips, as addresses name them, and their texts. */
export const faqCategories = {
  'Getting Started': textId('support.category.getting-started'),
  'Buying & Selling': textId('support.category.buying-and-selling'),
  'Account & Settings': textId('support.category.account-and-settings'),
  'Safety & Guidelines': textId('support.category.safety-and-guidelines'),
  'Premium Features': textId('support.category.premium-features'),
} as const;
export type FaqCategory = keyof typeof faqCategories;

/** The category in the query of an address, if there is one. */
export const readCategory = (query: string): FaqCategory | undefined => {
  const named = new URLSearchParams(query).get('category');
  return (Object.keys(faqCategories) as FaqCategory[]).find((category) => category === named);
};

type Question = { question: string; answer: string };
export type FaqEntry = Question & { category: FaqCategory };

/** Facts of other features that the texts state. Prices are formatted. */
export type SaleFacts = {
  boostPrice: string;
  boostHours: number;
  adFreePrice: string;
  offerHours: number;
  reservationDays: number;
};
export type FaqFacts = SaleFacts & { selling: boolean };

/** Each answer describes this product: change it with the product. */
export const faqQuestions = (facts: FaqFacts): FaqEntry[] =>
  Object.entries(faqAnswers(facts)).flatMap(([category, entries]) =>
    entries.map((entry) => ({ ...entry, category: category as FaqCategory })),
  );

const faqAnswers = (facts: FaqFacts): Record<FaqCategory, Question[]> => ({
  'Getting Started': gettingStarted(),
  'Buying & Selling': [...buying(facts), ...selling()],
  'Account & Settings': accountAndSettings(),
  'Safety & Guidelines': safetyAndGuidelines(),
  'Premium Features': premiumFeatures(facts),
});

const gettingStarted = () => [
  {
    question: t('support.faq.create-listing.question'),
    answer: t('support.faq.create-listing.answer'),
  },
  {
    question: t('support.faq.list-quickly.question'),
    answer: t('support.faq.list-quickly.answer'),
  },
  {
    question: t('support.faq.sign-up.question'),
    answer: t('support.faq.sign-up.answer'),
  },
  {
    question: t('support.faq.without-account.question'),
    answer: t('support.faq.without-account.answer'),
  },
];

const buying = ({ offerHours, reservationDays }: FaqFacts) => [
  {
    question: t('support.faq.offer-lower-price.question'),
    answer: t('support.faq.offer-lower-price.answer', { hours: offerHours, days: reservationDays }),
  },
  {
    question: t('support.faq.handover-code.question'),
    answer: t('support.faq.handover-code.answer'),
  },
  {
    question: t('support.faq.plan-meeting.question'),
    answer: t('support.faq.plan-meeting.answer'),
  },
  {
    question: t('support.faq.wanted-book.question'),
    answer: t('support.faq.wanted-book.answer'),
  },
  {
    question: t('support.faq.contact-seller.question'),
    answer: t('support.faq.contact-seller.answer'),
  },
  {
    question: t('support.faq.payments.question'),
    answer: t('support.faq.payments.answer'),
  },
];

const selling = () => [
  {
    question: t('support.faq.listing-content.question'),
    answer: t('support.faq.listing-content.answer'),
  },
  {
    question: t('support.faq.edit-listing.question'),
    answer: t('support.faq.edit-listing.answer'),
  },
  {
    question: t('support.faq.book-sold.question'),
    answer: t('support.faq.book-sold.answer'),
  },
  {
    question: t('support.faq.listing-duration.question'),
    answer: t('support.faq.listing-duration.answer'),
  },
];

const accountAndSettings = () => [
  {
    question: t('support.faq.change-password.question'),
    answer: t('support.faq.change-password.answer'),
  },
  {
    question: t('support.faq.change-notifications.question'),
    answer: t('support.faq.change-notifications.answer'),
  },
  {
    question: t('support.faq.export-or-delete.question'),
    answer: t('support.faq.export-or-delete.answer'),
  },
];

const safetyAndGuidelines = () => [
  {
    question: t('support.faq.where-to-meet.question'),
    answer: t('support.faq.where-to-meet.answer'),
  },
  {
    question: t('support.faq.show-handover-code.question'),
    answer: t('support.faq.show-handover-code.answer'),
  },
  {
    question: t('support.faq.which-books.question'),
    answer: t('support.faq.which-books.answer'),
  },
  {
    question: t('support.faq.reviews.question'),
    answer: t('support.faq.reviews.answer'),
  },
  {
    question: t('support.faq.student-email-verified.question'),
    answer: t('support.faq.student-email-verified.answer'),
  },
  {
    question: t('support.faq.be-careful.question'),
    answer: t('support.faq.be-careful.answer'),
  },
  {
    question: t('support.faq.rude-or-fake.question'),
    answer: t('support.faq.rude-or-fake.answer'),
  },
];

function premiumFeatures({ boostPrice, boostHours, adFreePrice, selling: isOpen }: FaqFacts) {
  const sale = isOpen ? 'open' : 'closed';
  return [
    {
      question: t('support.faq.ad-free-cost.question'),
      answer: t('support.faq.ad-free-cost.answer', { price: adFreePrice, sale }),
    },
    {
      question: t('support.faq.boost.question'),
      answer: t('support.faq.boost.answer', { price: boostPrice, hours: boostHours, sale }),
    },
  ];
}
