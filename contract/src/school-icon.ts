import { findColors } from './school-color.ts';
import { SCHOOL } from './school.ts';
import type { PublicSchool } from './web-settings.ts';

/**
 * Draws what stands for a school in a tab of the browser and on a home screen: the first letters of its name. A logo can
 * have any shape, and these places take only squares. R609
 * @returns a picture as SVG
 */
export function drawInitials({
  name,
  color,
}: Pick<PublicSchool, 'name' | 'color'> = SCHOOL): string {
  const { light, onLight } = findColors(color);
  const letters = name
    .split(/\s+/u)
    .slice(0, 2)
    .map(([letter = '']) => letter.toUpperCase());
  const text = letters.join('').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><rect width="64" height="64" fill="${light}"/><text x="32" y="33" fill="${onLight}" font-family="system-ui,sans-serif" font-size="28" font-weight="700" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
}
