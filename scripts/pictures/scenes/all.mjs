import { carouselScenes } from './carousel.mjs';
import { classScenes } from './classes.mjs';
import { drawHero, drawHeroPortrait } from './hero.mjs';
import {
  drawChoose,
  drawCome,
  drawLogin,
  drawNotFound,
  drawPay,
  drawSignup,
  drawSocial,
} from './pages.mjs';
import { instructorScenes, peopleScenes } from './people.mjs';

const named = (folder, drawings) =>
  Object.fromEntries(
    Object.entries(drawings).map(([slug, draw]) => [`${folder}/${slug}`, { draw }]),
  );

/** Every picture by its name: how it is drawn, whether it also comes 640 wide, or as JPEG. */
export const scenes = {
  hero: { draw: drawHero, wide: true },
  'hero-portrait': { draw: drawHeroPortrait, wide: true },
  ...Object.fromEntries(
    carouselScenes.map((draw, index) => [`carousel-${index + 1}`, { draw, wide: true }]),
  ),
  'not-found': { draw: drawNotFound, wide: true },
  login: { draw: drawLogin, wide: true },
  signup: { draw: drawSignup, wide: true },
  'step-1': { draw: drawChoose },
  'step-2': { draw: drawPay },
  'step-3': { draw: drawCome },
  // Several services that show shared links read neither AVIF nor WebP.
  social: { draw: drawSocial, jpeg: true },
  ...named('classes', classScenes),
  ...named('instructors', instructorScenes),
  ...named('people', peopleScenes),
};
