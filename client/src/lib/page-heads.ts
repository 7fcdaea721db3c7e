/** What a page is called in the tab and in search results, and how it looks where it is shared. */
export type PageHead = {
  title: string;
  description?: string;
  /** Address of a picture that stands for the page. */
  picture?: string;
};

/** Those of the public pages: the build writes them into each page's HTML too, for who reads no script. */
export const PAGE_HEADS = {
  home: {
    title: 'SPEAKIFYR | Home',
    description:
      'SPEAKIFYR is a summer camp school: sailing, code, cooking, music and more, taught in small groups. Choose a class and take a seat.',
    picture: '/pictures/social.jpg',
  },
  classes: {
    title: 'Classes',
    description:
      'All classes of this summer’s camp, with dates, prices, instructors and the seats that are left.',
  },
  instructors: {
    title: 'Instructors',
    description:
      'The people who teach at the summer camp: sailors, cooks, engineers, musicians and more.',
  },
  login: { title: 'SPEAKIFYR | Login', description: 'Log in to the SPEAKIFYR summer camp.' },
  signUp: {
    title: 'SPEAKIFYR | Sign up',
    description: 'Make an account at the SPEAKIFYR summer camp and take a seat in a class.',
  },
} satisfies Record<string, PageHead>;
