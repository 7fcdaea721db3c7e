/** The people of the demo school. All names are made up; every address ends in .test (RFC 2606). */

/** A person with an account. `slug` is the name of the picture, `about` the text on an instructor's card. */
export interface DemoPerson {
  slug: string;
  name: string;
  email: string;
}

export interface DemoTeacher extends DemoPerson {
  about: string;
}

export const demoAdmin: DemoPerson = {
  slug: 'admin',
  name: 'Alma Winterbourne',
  email: 'admin@speakifyr.test',
};

/** The student of the public demo account: one paid class, an empty cart. */
export const demoStudent: DemoPerson = {
  slug: 'student',
  name: 'Nora Feldsee',
  email: 'student@speakifyr.test',
};

/** A parent with two children. */
export const demoParent: DemoPerson = {
  slug: 'parent',
  name: 'Salome Okonjo',
  email: 'parent@speakifyr.test',
};

export interface DemoChild {
  slug: string;
  name: string;
  /** Years before the summer, and the day in the year. */
  bornYearsBefore: number;
  birthday: string;
  note: string;
}

/** The children of the demo parent. Parents have answered about the health of the first one only. */
export const demoChildren: [DemoChild, DemoChild] = [
  {
    slug: 'mia',
    name: 'Mia Okonjo',
    bornYearsBefore: 10,
    birthday: '03-14',
    note: 'Goes into fifth grade.',
  },
  { slug: 'leo', name: 'Leo Okonjo', bornYearsBefore: 9, birthday: '05-02', note: '' },
];

/** Nine instructors. The last one has no class. */
export const demoTeachers: DemoTeacher[] = [
  {
    slug: 'maren-solbakk',
    name: 'Maren Solbakk',
    email: 'maren.solbakk@speakifyr.test',
    about:
      'Maren grew up on a fjord and has taught children to sail for fourteen years. She holds a coastal skipper license and a lifeguard certificate, and she has never yet met a nervous beginner who did not want one more lap around the buoy.',
  },
  {
    slug: 'kenji-moriwake',
    name: 'Kenji Moriwake',
    email: 'kenji.moriwake@speakifyr.test',
    about:
      'Kenji designed warehouse robots before he found that ten-year-olds ask better questions. His workshop runs on cardboard, motors and the rule that every robot may fail three times before anyone helps.',
  },
  {
    slug: 'adaeze-nwobodo',
    name: 'Adaeze Nwobodo',
    email: 'adaeze.nwobodo@speakifyr.test',
    about:
      'Adaeze writes games for a living and teaches for fun. She starts every week with paper, scissors and a rule book, because a game that works on a picnic table will work on a screen.',
  },
  {
    slug: 'mateo-arrieta',
    name: 'Mateo Arrieta',
    email: 'instructor@speakifyr.test',
    about:
      'Mateo plays guitar, cajón and anything with a lid. He has led youth bands for ten summers and believes that three chords, a good listener and a campfire are all a first concert needs.',
  },
  {
    slug: 'leila-farahmandi',
    name: 'Leila Farahmandi',
    email: 'leila.farahmandi@speakifyr.test',
    about:
      'Leila photographed birds for nature magazines on three continents. At camp she teaches patience first and buttons second, and she prints every child’s best picture for the closing exhibition.',
  },
  {
    slug: 'oskar-brandtner',
    name: 'Oskar Brandtner',
    email: 'oskar.brandtner@speakifyr.test',
    about:
      'Oskar has built sets, sewn costumes and prompted shy princes in a touring children’s theatre. In his group nobody is only a tree: everyone speaks, everyone builds, everyone bows.',
  },
  {
    slug: 'paloma-urrestieta',
    name: 'Paloma Urrestieta',
    email: 'paloma.urrestieta@speakifyr.test',
    about:
      'Paloma speaks five languages and is learning a sixth from her students. She taught primary school in Bilbao and Montevideo, and her lessons smell of oranges because most of them are played as a market.',
  },
  {
    slug: 'giulio-ferrantini',
    name: 'Giulio Ferrantini',
    email: 'giulio.ferrantini@speakifyr.test',
    about:
      'Giulio ran a small trattoria until his own children took over the kitchen table. He teaches safe knives, clean hands and the courage to taste, and he cooks around every allergy on the list.',
  },
  {
    slug: 'priya-vaidyalingam',
    name: 'Priya Vaidyalingam',
    email: 'priya.vaidyalingam@speakifyr.test',
    about:
      'Priya is a physicist who left the observatory for the meadow behind it. She brings a telescope, a suitcase of lenses and an answer to most questions; the others become the next experiment.',
  },
];

/** The students in the classes. */
export const demoStudents: DemoPerson[] = listPeople([
  'Tomoko Hayashida',
  'Elias Brennecke',
  'Zanele Mkhwanazi',
  'Bruno Tavolari',
  'Freya Holmgaard',
  'Ravi Kulasekara',
  'Mina Hosseinpour',
  'Jonah Whitlock',
  'Sofía Barrenechea',
  'Kwabena Ofosuhene',
  'Lin Qiaoyue',
  'Anouk Delacourt',
  'Piotr Zawistowski',
  'Amara Diallobé',
  'Declan Rafferty',
  'Yasmin Alhamdani',
  'Mateja Kovačec',
  'Hugo Lindenskog',
  'Nayeli Xochitla',
  'Arjun Bhattarai',
  'Chloe Pemberwick',
  'Nguyen Thao Vy',
  'Ingrid Sæther',
  'Leonidas Papavasil',
  'Malia Kahananui',
  'Samir Bouzekri',
]);

/** Who signed up this month and has not joined a class yet. */
export const demoNewcomers: DemoPerson[] = listPeople([
  'Ottilie Grauwacker',
  'Thandiwe Mokoenase',
  'Rafael Quintavale',
  'Saoirse Kilbannon',
  'Hiroki Tanemura',
  'Beatriz Almofala',
  'Emeka Obiwulu',
  'Linnea Strandvik',
]);

function listPeople(names: string[]): DemoPerson[] {
  return names.map((name) => {
    const slug = spellInAscii(name).replaceAll(' ', '-');
    return { slug, name, email: `${slug.replaceAll('-', '.')}@speakifyr.test` };
  });
}

/** Lower case, without accents: `Ingrid Sæther` is `ingrid saether`. */
function spellInAscii(name: string): string {
  return name.toLowerCase().replaceAll('æ', 'ae').normalize('NFD').replace(/\p{M}/gu, '');
}
