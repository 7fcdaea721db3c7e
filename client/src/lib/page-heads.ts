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
  about: () => ({
    title: `${SCHOOL.name} | About the camp`,
    description:
      'Where the camp is, what a day looks like, who looks after the children, what they eat and what to bring.',
    picture: findSharedPicture(),
  }),
  questions: () => ({
    title: `${SCHOOL.name} | Questions`,
    description:
      'What parents ask about the summer camp: booking, paying, ages, swimming, rain and illness.',
    picture: findSharedPicture(),
  }),
  terms: () => ({
    title: `${SCHOOL.name} | Terms`,
    description: 'The rules between you and the summer camp, in plain English.',
    picture: findSharedPicture(),
  }),
  refundPolicy: () => ({
    title: `${SCHOOL.name} | Refund policy`,
    description: 'When you get your money back, and how to ask for it.',
    picture: findSharedPicture(),
  }),
  privacy: () => ({
    title: `${SCHOOL.name} | Privacy`,
    description: 'What the summer camp stores about you, why, for how long, and what you can do.',
    picture: findSharedPicture(),
  }),
  contact: () => ({
    title: `${SCHOOL.name} | Contact`,
    description: 'Write to the summer camp, call us, or come by.',
    picture: findSharedPicture(),
  }),
  login: () => ({
    title: `${SCHOOL.name} | Login`,
    description: `Log in to the ${SCHOOL.name} summer camp.`,
  }),
  signUp: () => ({
    title: `${SCHOOL.name} | Sign up`,
    description: `Create an account at the ${SCHOOL.name} summer camp and save your seat in a class.`,
  }),
  pay: () => ({
    title: `${SCHOOL.name} | Pay for reserved seats`,
    description: 'Pay for seats that the school has reserved, with the code that it told you.',
    isPrivate: true,
  }),
  turnOffMail: () => ({
    title: `${SCHOOL.name} | Turn off emails`,
    description: 'Turn off reminders or news from the school.',
    isPrivate: true,
  }),
  /** Until it is known whose dashboard it is. */
  dashboard: () => ({
    title: `${SCHOOL.name} | Dashboard`,
    description: `Your account at the ${SCHOOL.name} summer camp.`,
    isPrivate: true,
  }),
  notFound: () => ({
    title: `${SCHOOL.name} | Not found`,
    description: 'There is no page at this address.',
    isPrivate: true,
  }),
} satisfies Record<string, () => PageHead>;
