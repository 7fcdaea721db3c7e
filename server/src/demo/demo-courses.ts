/**
 * The twelve classes of the demo school, by start week.
 * `week` counts from 0 at the first Monday of June; a camp runs from a Monday to a Friday.
 */
export interface DemoCourse {
  slug: string;
  name: string;
  tag: string;
  price: number;
  room: number;
  /** The number of all seats. `taken` of them are enrolled. */
  capacity: number;
  taken: number;
  week: number;
  weeks: number;
  /** The instructor's slug; undefined if nobody is assigned. */
  teacher?: string;
  details: string;
  ages: [from: number, to: number];
  hours: [start: string, end: string];
  place: string;
}

export const demoCourses: DemoCourse[] = [
  {
    slug: 'chess',
    name: 'Chess Under the Trees',
    tag: 'CHS',
    price: 39,
    room: 104,
    capacity: 16,
    taken: 4,
    week: 0,
    weeks: 1,
    details:
      'Mornings of openings, puzzles and friendly tournaments at the stone tables under the lindens. Beginners learn every move from the pawn up; those who play already are paired with an equal and keep a notebook of their games. On Friday the whole camp becomes one giant board with living pieces.',
    ages: [7, 14],
    hours: ['09:00', '12:30'],
    place: 'Linden garden',
  },
  {
    slug: 'football',
    name: 'Football and Fair Play',
    tag: 'FUT',
    price: 75,
    room: 120,
    capacity: 20,
    taken: 9,
    week: 1,
    weeks: 1,
    details:
      'Two hours of ball skills in the cool of the morning, small-sided games in the afternoon, and a swim in between. Teams are mixed and change every day, so everyone plays in every position and gets to know everyone. Bring boots, a hat and a bottle; shin pads are at the camp.',
    ages: [8, 13],
    hours: ['08:30', '15:00'],
    place: 'Sports field',
  },
  {
    slug: 'painting',
    name: 'Painting in the Open Air',
    tag: 'ART',
    price: 89.5,
    room: 210,
    capacity: 14,
    taken: 5,
    week: 2,
    weeks: 1,
    details:
      'Easels on the jetty, watercolors in the meadow, and one rainy-day studio with a very large sheet of paper. The group looks at how light changes a lake from hour to hour, mixes colors from only three tubes, and hangs its own exhibition for the families on the last evening. All materials are included.',
    ages: [8, 15],
    hours: ['09:30', '15:30'],
    place: 'Painting studio',
  },
  {
    slug: 'code',
    name: 'Code Your First Game',
    tag: 'COD',
    price: 189,
    room: 301,
    capacity: 15,
    taken: 8,
    week: 3,
    weeks: 2,
    teacher: 'adaeze-nwobodo',
    details:
      'From a paper prototype on Monday to a game that friends can play in the browser on the last Friday. Children learn variables, loops and events by needing them, test each other’s levels, and find out that a bug is only a surprise with a cause. Laptops are provided, and half of every day is spent outdoors. No experience needed.',
    ages: [9, 14],
    hours: ['09:00', '15:00'],
    place: 'Main house',
  },
  {
    slug: 'languages',
    name: 'Spanish Around the World',
    tag: 'SPA',
    price: 119,
    room: 112,
    capacity: 18,
    taken: 6,
    week: 4,
    weeks: 1,
    teacher: 'paloma-urrestieta',
    details:
      'Each day visits another Spanish-speaking place: a market in Oaxaca, a kitchen in Sevilla, a ferry across the Río de la Plata. Songs, games and small plays bring the first three hundred words, and nobody is corrected in the middle of a sentence. A second group is for those who have had a year at school.',
    ages: [7, 12],
    hours: ['09:00', '13:00'],
    place: 'Main house',
  },
  {
    slug: 'cooking',
    name: 'The Young Chefs’ Kitchen',
    tag: 'CHF',
    price: 129,
    room: 15,
    capacity: 6,
    taken: 6,
    week: 5,
    weeks: 1,
    teacher: 'giulio-ferrantini',
    details:
      'Six children, one long table and a herb garden behind the door. They knead pasta, bake flat bread over the fire, learn to hold a knife safely, and on Friday cook a three-course lunch for their families. Every allergy is planned for; just tell us when you join.',
    ages: [9, 13],
    hours: ['10:00', '14:30'],
    place: 'Camp kitchen',
  },
  {
    slug: 'robotics',
    name: 'Robot Workshop',
    tag: 'ROB',
    price: 219,
    room: 305,
    capacity: 12,
    taken: 7,
    week: 6,
    weeks: 2,
    teacher: 'kenji-moriwake',
    details:
      'Build a robot that finds its way around a tent pole, then teach it to bring you a biscuit. Pairs solder their first sensor, program a small controller and meet real engineering trade-offs: fast, light or steady. The robot goes home with its makers. Long hair tied back, please.',
    ages: [10, 15],
    hours: ['09:00', '15:00'],
    place: 'Workshop',
  },
  {
    slug: 'sailing',
    name: 'Sailing on the Lake',
    tag: 'SAI',
    price: 249,
    room: 8,
    capacity: 8,
    taken: 7,
    week: 8,
    weeks: 1,
    teacher: 'maren-solbakk',
    details:
      'Five days in small dinghies with an instructor’s boat always alongside. Children learn to read the wind, rig and steer their own boat, capsize on purpose and laugh about it, and end the week with a regatta for cakes. Life jackets are provided; every sailor must be able to swim 50 meters.',
    ages: [9, 15],
    hours: ['09:00', '16:00'],
    place: 'Boathouse on the lake',
  },
  {
    slug: 'science',
    name: 'Star Gazers’ Science Lab',
    tag: 'SCI',
    price: 99,
    room: 220,
    capacity: 16,
    taken: 5,
    week: 9,
    weeks: 1,
    details:
      'Bottle rockets by day, Saturn’s rings by night. The group builds its own telescope, measures the height of a tree with its shadow, and stays up late on Wednesday for the shooting stars, with cocoa and blankets. Every experiment goes into a field book to repeat at home.',
    ages: [8, 13],
    hours: ['10:00', '16:00'],
    place: 'Observatory hill',
  },
  {
    slug: 'theatre',
    name: 'Campfire Theatre',
    tag: 'THE',
    price: 135,
    room: 140,
    capacity: 18,
    taken: 8,
    week: 9,
    weeks: 2,
    teacher: 'oskar-brandtner',
    details:
      'In two weeks a group of strangers becomes a company. They invent a story, write the scenes, paint the backdrop and sew what cannot be borrowed, then play it twice by firelight for families and friends. Quiet children often surprise us most; there is a part for every kind of courage.',
    ages: [8, 15],
    hours: ['10:00', '16:30'],
    place: 'Campfire stage',
  },
  {
    slug: 'photography',
    name: 'Photo Safari',
    tag: 'PHO',
    price: 149,
    room: 214,
    capacity: 10,
    taken: 4,
    week: 10,
    weeks: 1,
    teacher: 'leila-farahmandi',
    details:
      'Out at sunrise for herons, back at noon to choose the one picture that tells the story. Children learn light, framing and patience with the camera they have, whether a phone or a hand-me-down reflex, and print their best three for the exhibition in the boathouse. Cameras can be borrowed.',
    ages: [10, 15],
    hours: ['06:30', '12:30'],
    place: 'Boathouse on the lake',
  },
  {
    slug: 'music',
    name: 'Camp Band: From First Chord to Concert',
    tag: 'MUS',
    price: 165,
    room: 130,
    capacity: 14,
    taken: 6,
    week: 11,
    weeks: 1,
    teacher: 'mateo-arrieta',
    details:
      'Choose guitar, ukulele, keys, drums or your voice, and play in a real band by Wednesday. Mornings are for learning, afternoons for rehearsing, and the last evening for a concert at the lake with lanterns and everybody’s family on the grass. Instruments are provided. Beginners warmly welcome.',
    ages: [8, 15],
    hours: ['09:30', '16:00'],
    place: 'Music barn',
  },
];
