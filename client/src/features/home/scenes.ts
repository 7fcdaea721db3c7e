import { SCHOOL } from '@speakifyr/contract/school.ts';

/** `name`: a file of the site in several sizes, or the address of one picture. */
export type Scene = { name: string; title: string; alt: string };

/** The seven pictures that the software comes with: file, title and a description for people who can't see it. */
const FIRST_SCENES: Scene[] = [
  {
    name: 'carousel-1',
    title: 'Soccer in the meadow',
    alt: 'A soccer ball and a goal on a green meadow beside the lake, a kite above it',
  },
  {
    name: 'carousel-2',
    title: 'Music until the sun goes down',
    alt: 'Guitars, a drum and a keyboard on a wooden stage by the lake at sunset',
  },
  {
    name: 'carousel-3',
    title: 'Build your own robots',
    alt: 'Two friendly robots between laptops on a workbench',
  },
  {
    name: 'carousel-4',
    title: 'Painting outdoors',
    alt: 'Two easels with paintings, a palette and brushes in the grass',
  },
  {
    name: 'carousel-5',
    title: 'Cooking for everyone',
    alt: 'A steaming pot, a pizza, tomatoes and a chef’s hat on a kitchen table with a view of the lake',
  },
  {
    name: 'carousel-6',
    title: 'Hello in five languages',
    alt: 'A globe and books on the shore, greetings in five languages around it',
  },
  {
    name: 'carousel-7',
    title: 'Nights under the stars',
    alt: 'A telescope, a tent and a campfire under a night sky with Saturn and a rocket',
  },
];

/** The pictures of the carousel: the school's own, or those that the software comes with. R632 */
export function listScenes(): Scene[] {
  const own = SCHOOL.slides.map(({ picture, title, alt }) => ({ name: picture, title, alt }));
  return own.length > 0 ? own : FIRST_SCENES;
}

export function isOwn({ name }: Scene): boolean {
  return name.includes('/');
}
