import type { PageHead } from '@speakifyr/contract/page-head.ts';
import { findSharedPicture } from '@speakifyr/contract/school-look.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';

/** Heads of public pages, and of the dashboard until its owner is known. Classes: describeClass() in the contract. */
export const PAGE_HEADS = {
  home: () => ({
    title: `${SCHOOL.name} | Home`,
    description: `${SCHOOL.name} is a summer camp school: sailing, coding, cooking, music and more, taught in small groups. Choose a class and save your seat.`,
    picture: findSharedPicture(),
  }),
  classes: () => ({
    title: 'Classes',
    description:
      'All classes of this summer’s camp, with dates, prices, instructors and the number of seats left.',
    picture: findSharedPicture(),
  }),
  instructors: () => ({
    title: 'Instructors',
    description:
      'The people who teach at the summer camp: sailors, cooks, engineers, musicians and more.',
    picture: findSharedPicture(),
  }),
  about: () =>
    publicHead(
      'About the camp',
      'Where the camp is, what a day looks like, who looks after the children, what they eat and what to bring.',
    ),
  questions: () =>
    publicHead(
      'Questions',
      'What parents ask about the summer camp: booking, paying, ages, swimming, rain and illness.',
    ),
  terms: () => publicHead('Terms', 'The rules between you and the summer camp, in plain English.'),
  refundPolicy: () =>
    publicHead('Refund policy', 'When you get your money back, and how to ask for it.'),
  privacy: () =>
    publicHead(
      'Privacy',
      'What the summer camp stores about you, why, for how long, and what you can do.',
    ),
  contact: () => publicHead('Contact', 'Write to the summer camp, call us, or come by.'),
  login: () => ({
    title: `${SCHOOL.name} | Login`,
    description: `Log in to the ${SCHOOL.name} summer camp.`,
  }),
  signUp: () => ({
    title: `${SCHOOL.name} | Sign up`,
    description: `Create an account at the ${SCHOOL.name} summer camp and save your seat in a class.`,
  }),
  pay: () =>
    privateHead(
      'Pay for reserved seats',
      'Pay for seats that the school has reserved, with the code that it told you.',
    ),
  turnOffMail: () => privateHead('Turn off emails', 'Turn off reminders or news from the school.'),
  /** Until it is known whose dashboard it is. */
  dashboard: () => privateHead('Dashboard', `Your account at the ${SCHOOL.name} summer camp.`),
  notFound: () => privateHead('Not found', 'There is no page at this address.'),
} satisfies Record<string, () => PageHead>;

/** The head of a page that people share. */
function publicHead(name: string, description: string): PageHead {
  return { title: `${SCHOOL.name} | ${name}`, description, picture: findSharedPicture() };
}

/** The head of a page that no search engine lists. */
function privateHead(name: string, description: string): PageHead {
  return { title: `${SCHOOL.name} | ${name}`, description, isPrivate: true };
}
