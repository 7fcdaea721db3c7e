/**
 * One color makes a school's pages and emails its own. What is pressed, and links, have it: as text on the grounds of the
 * light and the dark theme, and as the ground of text. Here, so that form, server, pages and emails say the same. R610
 */

/** The demo school's, and that of a school which has chosen none. */
export const FIRST_COLOR = '#0b6470';

/** In `#rrggbb`. */
export type SchoolColors = {
  /** In the light theme, as text and as the ground of `onLight`. */
  light: string;
  onLight: string;
  /** In the dark theme. */
  dark: string;
  onDark: string;
  /** The ground of a page's end, and the edge above it, in both themes. */
  footer: string;
  shore: string;
};

/** As docs/look.md has them. */
const FIRST_COLORS: SchoolColors = {
  light: FIRST_COLOR,
  onLight: '#ffffff',
  dark: '#6ccad0',
  onDark: '#0c2226',
  footer: '#0b4f59',
  shore: '#12808f',
};

/** What text needs at least: WCAG 2.2, 1.4.3. */
export const MIN_CONTRAST = 4.5;

/** The grounds in client/src/app/styles.css: cards, pages, sand. A note on a card or page has a ground of 15 % of the color. */
const GROUNDS = {
  light: { plain: ['#ffffff', '#fffbf3', '#f6eedf'], tinted: ['#ffffff', '#fffbf3'] },
  dark: { plain: ['#16272f', '#0f1c22', '#1f343d'], tinted: ['#16272f', '#0f1c22'] },
};
const TINT = 0.15;

/**
 * How well one color is read on another: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. 1 is not at all, 21 black on white.
 * @param one in `#rrggbb`
 */
export function computeContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(computeLuminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = readChannels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function readChannels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}

/** @param share how much of the first color is in it, from 0 to 1 */
export function mixColors(one: string, other: string, share: number): string {
  const others = readChannels(other);
  const mixed = readChannels(one).map((channel, place) =>
    Math.round(channel * share + (others[place] ?? 0) * (1 - share)),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * What is wrong with a color; undefined if nothing is. It must be readable on white: made darker for that, it would be
 * another color. R610
 */
export function findColorProblem(color: string): string | undefined {
  if (!/^#[\da-f]{6}$/.test(color)) return `Enter a color such as ${FIRST_COLOR}.`;
  const contrast = computeContrast(color, '#ffffff');
  if (contrast >= MIN_CONTRAST) return undefined;
  // Rounded down: 4.48 is not 4.5.
  const shown = Math.floor(contrast * 10) / 10;
  return `This color is too light to read: its contrast with white is ${shown}, and text needs ${MIN_CONTRAST}. A darker one that works is ${findColors(color).light}.`;
}

/**
 * The colors of a school's pages and emails: in each theme the nearest to its color that is read on all grounds, darker
 * in the light one, lighter in the dark one. R610
 * @param color in `#rrggbb`; for anything else, the first one
 */
export function findColors(color: string): SchoolColors {
  if (color === FIRST_COLOR || !/^#[\da-f]{6}$/.test(color)) return FIRST_COLORS;
  const light = findReadable(color, 'light', '#000000');
  return {
    light,
    onLight: FIRST_COLORS.onLight,
    dark: findReadable(color, 'dark', '#ffffff'),
    onDark: FIRST_COLORS.onDark,
    footer: mixColors(light, '#000000', 0.8),
    shore: mixColors(light, '#ffffff', 0.8),
  };
}

/** Black and white themselves are read on all grounds of their theme, so it ends. */
function findReadable(color: string, theme: keyof typeof GROUNDS, end: string): string {
  const { plain, tinted } = GROUNDS[theme];
  const isReadable = (one: string) =>
    [...plain, ...tinted.map((ground) => mixColors(one, ground, TINT))].every(
      (ground) => computeContrast(one, ground) >= MIN_CONTRAST,
    );
  for (let percent = 100; percent > 0; percent -= 1) {
    const mixed = mixColors(color, end, percent / 100);
    if (isReadable(mixed)) return mixed;
  }
  return end;
}

/** The element of a page that has `writeColorStyle`. */
export const COLOR_STYLE_ID = 'school-colors';

/** The style sheet that gives a page the school's colors; '' for those that it has anyway. Paper is light. */
export function writeColorStyle(color: string): string {
  const colors = findColors(color);
  if (colors === FIRST_COLORS) return '';
  const set = (main: string, on: string) =>
    `{--color-primary:${main};--color-primary-content:${on};--color-info:${main};--color-info-content:${on};--footer:${colors.footer};--shore:${colors.shore}}`;
  const light = set(colors.light, colors.onLight);
  const dark = set(colors.dark, colors.onDark);
  return `:root${light}@media screen{:root[data-theme=dark]${dark}}@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light])${dark}}`;
}
