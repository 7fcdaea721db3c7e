import { readFileSync } from 'node:fs';
import {
  computeContrast,
  findColorProblem,
  findColors,
  FIRST_COLOR,
  mixColors,
  writeColorStyle,
} from '@speakifyr/contract/school-color.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { expect, it } from 'vitest';

const CSS = readFileSync(new URL('../../../client/src/app/styles.css', import.meta.url), 'utf8');

/** The colors of a theme as the style sheet has them, by name, such as `base-100`. */
function readTheme(name: string): Record<string, string> {
  const [, theme = ''] = CSS.split(`name: '${name}';`);
  const [block = ''] = theme.split('}');
  return Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+): (#[\da-f]{6})/g)].map(([, one = '', color = '']) => [
      one,
      color,
    ]),
  );
}

// The first four are those of WebAIM's contrast checker; the last one is docs/look.md's.
it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
  ['#0b6470', '#fffbf3', 6.62],
])('the contrast of %s on %s is %d', (one, other, contrast) => {
  expect(computeContrast(one, other)).toBeCloseTo(contrast, 1);
  expect(computeContrast(other, one)).toBe(computeContrast(one, other));
});

// Rules: R610.
it('each color that a school may have is read in both themes, on every ground of the style sheet', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff'];
  const all = steps.flatMap((red) =>
    steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
  );
  const allowed = [...all, '#767676', '#dc2626', '#7c3aed', FIRST_COLOR].filter(
    (color) => !findColorProblem(color),
  );
  expect(allowed.length).toBeGreaterThan(60);
  for (const color of allowed) {
    const { light, onLight, dark, onDark, footer } = findColors(color);
    for (const [theme, main, on] of [
      ['light', light, onLight],
      ['dark', dark, onDark],
    ] as const) {
      const grounds = readTheme(theme);
      const plain = ['base-100', 'base-200', 'base-300'].map((name) => grounds[name]!);
      const tinted = plain.slice(0, 2).map((ground) => mixColors(main, ground, 0.15));
      for (const ground of [...plain, ...tinted, on])
        expect(computeContrast(main, ground), `${color}: ${main} on ${ground}`).toBeGreaterThan(
          4.499,
        );
    }
    // client/src/app/footer.css and footer.tsx, which fades its small print.
    const faded = mixColors('#f3fbfa', footer, 0.85);
    expect(computeContrast(faded, footer), `the end of a page in ${color}`).toBeGreaterThan(4.499);
  }
});

it('a color that is too light, or none, is refused with what works instead', () => {
  const problem = findColorProblem('#ffd400')!;
  expect(problem).toMatch(/^This color is too light to read: its contrast with white is 1\.4,/);
  const [darker = ''] = /#[\da-f]{6}/.exec(problem) ?? [];
  expect(findColorProblem(darker)).toBeUndefined();
  expect(findColorProblem('#777777')).toContain('with white is 4.4,');
  expect(findColorProblem('#767676')).toBeUndefined();
  for (const typed of ['', 'red', '#12345', '#0b647g', '0b6470', '#fff;}body{display:none'])
    expect(findColorProblem(typed), typed).toBe('Enter a color such as #0b6470.');
});

it('the first color is the one of the style sheet, which then stays as it is', () => {
  const { light, onLight, dark, onDark } = findColors(FIRST_COLOR);
  expect([light, onLight]).toEqual([
    readTheme('light')['primary'],
    readTheme('light')['primary-content'],
  ]);
  expect([dark, onDark]).toEqual([
    readTheme('dark')['primary'],
    readTheme('dark')['primary-content'],
  ]);
  expect(FIRST_SCHOOL.color).toBe(FIRST_COLOR);
  expect(writeColorStyle(FIRST_COLOR)).toBe('');
  // Whatever a database may have: nothing of it ends up in a style sheet.
  expect(writeColorStyle('#fff;}</style><script>')).toBe('');
  expect(writeColorStyle('#14532d')).toContain(':root{--color-primary:#14532d;');
});
