import type { PageHead } from '@speakifyr/contract/page-head.ts';

/** The heads of the public pages. A class has its own: describeClass() in the contract. */
export const PAGE_HEADS = {
  home: {
    title: 'SPEAKIFYR | Home',
    description:
      'SPEAKIFYR is a summer camp school: sailing, coding, cooking, music and more, taught in small groups. Choose a class and save your seat.',
    picture: '/pictures/social.jpg',
  },
  classes: {
    title: 'Classes',
    description:
      'All classes of this summer’s camp, with dates, prices, instructors and the number of seats left.',
  },
  instructors: {
    title: 'Instructors',
    description:
      'The people who teach at the summer camp: sailors, cooks, engineers, musicians and more.',
  },
  login: { title: 'SPEAKIFYR | Login', description: 'Log in to the SPEAKIFYR summer camp.' },
  signUp: {
    title: 'SPEAKIFYR | Sign up',
    description: 'Create an account at the SPEAKIFYR summer camp and save your seat in a class.',
  },
  notFound: {
    title: 'SPEAKIFYR | Not found',
    description: 'There is no page at this address.',
    isPrivate: true,
  },
} satisfies Record<string, PageHead>;
