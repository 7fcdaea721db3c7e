import { compareNames, findNameProblem, type NameMatch } from '@speakifyr/contract/person-names.ts';
import { describe, expect, it } from 'vitest';

/** Each name beside `Karl Müller`, unless the row names another one. R462 */
const ROWS: [NameMatch, string, other?: string][] = [
  ['same', ' karl  MULLER '],
  ['same', 'Müller, Karl'],
  ['same', 'Karl Mueller'],
  ['same', 'Dr. Karl J. von Müller Jr.'],
  ['same', 'Ka\u200brl M\u00adüller'],
  ['same', 'Kаrl Müller'],
  ['same', 'Κarl Müller'],
  ['same', 'ᴋarl Müller'],
  ['same', 'K a r l Müller'],
  ['same', 'Karlheinz Müller', 'Karl-Heinz Müller'],
  ['same', 'Sean OBrien', 'Seán O’Brien'],
  ['same', 'Søren Ost', 'Soeren Öst'],
  ['same', 'أحمد الطيب', 'اَحْمَد الطيّب'],
  ['same', 'أحـــمد الطيب', 'احمد الطيب'],
  ['same', 'علی کریمی', 'علي كريمي'],
  ['same', 'Pål Ås', 'Paal Aas'],
  ['same', 'Işıl Yıldız', 'ISIL YILDIZ'],
  ['same', 'Đào Nguyễn', 'Dao Nguyen'],
  ['same', 'שָׂרָה כהן', 'שרה כהן'],
  ['in doubt', 'Karl-Heinz Müller'],
  ['in doubt', 'Karl Schmidt-Müller'],
  ['in doubt', 'Karl Müller-Weber', 'Karl Müller-Schmidt'],
  ['in doubt', 'K. Müller'],
  ['in doubt', 'Müller'],
  ['in doubt', 'Carl Muller'],
  ['in doubt', 'KarI Müller'],
  ['in doubt', 'Карл Мюллер'],
  ['in doubt', 'Алексей Иванов', 'Alexej Iwanow'],
  ['different', 'Karla Müller'],
  ['different', 'Anna Müller'],
  ['different', 'Karl Schmidt'],
  ['different', 'Juan García López', 'María García López'],
  ['different', 'Mia', 'Mila'],
  ['different', '王伟伟', '王伟'],
  ['different', '\u3164', '\u3164'],
];

// Rules: R460, R543.
describe('two names', () => {
  it.each(ROWS)('are %s: %s', (match, name, other = 'Karl Müller') => {
    expect(compareNames(name, other)).toBe(match);
    expect(compareNames(other, name)).toBe(match);
  });
});

describe('a name that somebody enters', () => {
  it.each(['Nora Byron', 'Seán O’Brien', 'Карл', '山田 Taro', 'می‌خواهم', 'José'])(
    'may be %s',
    (name) => expect(findNameProblem(name)).toBeUndefined(),
  );
  it.each(['', '\u3164', '\u2800', '\u200b', '\u0301', ' \u00a0'])('is not blank: %j', (name) =>
    expect(findNameProblem(name)).toBe('Name is required'),
  );
  it.each(['Ka\u200brl', 'Ka\u00adrl', 'a\u202eb', 'K\u200darl'])(
    'has nothing hidden: %j',
    (name) => expect(findNameProblem(name)).toMatch(/nobody can see/),
  );
  it.each(['Kаrl', 'Карл Müller', 'Κarl'])('is in one alphabet: %s', (name) =>
    expect(findNameProblem(name)).toMatch(/one alphabet/),
  );
});
