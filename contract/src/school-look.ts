import { findColors } from './school-color.ts';
import { SCHOOL } from './school.ts';
import type { PublicSchool } from './web-settings.ts';

/** The school that the software comes with. Its drawings, a sun over a lake, are no other school's. */
const DEMO = { name: 'SPEAKIFYR', logo: '/logo.svg', shared: '/pictures/social.jpg' };

type Look = Pick<PublicSchool, 'name' | 'logo' | 'color'>;

/** Whether the school is still the one that the software comes with. Its name tells, whatever else was changed. */
export function isDemo({ name }: Pick<Look, 'name'> = SCHOOL): boolean {
  return name === DEMO.name;
}

/** The address of the school's logo; '' if it has none, so that its name stands alone. R609 */
export function findLogo(school: Pick<Look, 'name' | 'logo'> = SCHOOL): string {
  return school.logo || (isDemo(school) ? DEMO.logo : '');
}

/**
 * Draws what stands for a school in a tab of the browser and on a home screen: the first letters of its name. A logo can
 * have any shape, and these places take only squares. R609
 * @returns a picture as SVG
 */
export function drawInitials({ name, color }: Pick<Look, 'name' | 'color'> = SCHOOL): string {
  const { light, onLight } = findColors(color);
  const letters = name
    .split(/\s+/u)
    .slice(0, 2)
    .map(([letter = '']) => letter.toUpperCase());
  const text = letters.join('').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><rect width="64" height="64" fill="${light}"/><text x="32" y="33" fill="${onLight}" font-family="system-ui,sans-serif" font-size="28" font-weight="700" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
}

/** The picture of Home that the software comes with. It names no school. */
export const FIRST_HOME_PICTURE = '/pictures/hero.webp';

/** The picture of a page where it is shared. The demo school's has its name and its logo in it. R609 */
export function findSharedPicture(): string {
  return isDemo() ? DEMO.shared : SCHOOL.home.picture || FIRST_HOME_PICTURE;
}
