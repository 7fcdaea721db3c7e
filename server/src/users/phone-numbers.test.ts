import {
  dialPhoneNumber,
  isSamePhone,
  readPhoneNumber,
  writePhoneNumber,
} from '@speakifyr/contract/phone-numbers.ts';
import { linkToPhone } from '@speakifyr/contract/phone-text.ts';
import { schoolSchema } from '@speakifyr/contract/school-schema.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { describe, expect, it } from 'vitest';

const US = '+12025550143';
const UK = '+442079460018';
const HOME = '+8801711555222';

// Rules: R243, R541.
describe('a phone number is stored as it is dialed from everywhere', () => {
  it.each([
    ['+44 (0)20 7946 0018', UK],
    ['+44(0)2079460018', UK],
    ['+44 ( 0 ) 20 7946 0018', UK],
    ['+44 [0] 20 7946 0018', UK],
    ['(+44) 20 7946 0018', UK],
    ['0044 (0)20 7946 0018', UK],
    ['0044 20 7946 0018', UK],
    ['tel:+44-20-7946-0018', UK],
    ['+49 (0) 30 1234567', '+49301234567'],
    ['+61 (0)2 9374 4000', '+61293744000'],
    ['+55 (0)11 91234-5678', '+5511912345678'],
    ['+7 (8) 495 123-45-67', '+74951234567'],
    ['+36 (06) 1 234 5678', '+3612345678'],
    // No country code but Italy’s keeps it, and Spain has none.
    ['+39 (0)6 6982 1234', '+390669821234'],
    ['+39 06 6982 1234', '+390669821234'],
    ['+34 (0)912 345 678', '+34912345678'],
  ])('without a zero after the country code: %s', (typed, stored) =>
    expect(readPhoneNumber(typed)).toBe(stored),
  );

  it.each([
    ['\u202a+1 202 555 0143\u202c', 'what Windows copies'],
    ['\u2068+12025550143\u2069', 'what Signal copies'],
    ['\u200e+1\u00a0(202)\u00a0555\u20110143', 'spaces and a hyphen that don’t break'],
    ['\ufeff+1 202 555 0143', 'a byte order mark'],
    ['+1\u200b202\u200c555\u200d0143\u2060', 'nothing wide'],
    ['+1\u00ad202\u00ad555\u00ad0143', 'soft hyphens'],
    ['+1\u2009202\u202f555\u30000143', 'thin and wide spaces'],
    ['+1–202—555‒0143', 'dashes'],
    ['+1−202－555﹣0143', 'minus signs'],
    ['+1ー202ー555ー0143', 'a Japanese dash'],
    ['＋１（２０２）５５５－０１４３', 'full width'],
    ['+1.202.555.0143', 'dots'],
    ['+1/202/555/0143', 'slashes'],
    [' +1\t202\n555 0143 ', 'tabs and lines'],
    ['\u2066\u200f+1 202 555 0143\u2069\u061c', 'several directions'],
    ['+١ ٢٠٢ ٥٥٥ ٠١٤٣', 'Arabic digits'],
    ['+۱ ۲۰۲ ۵۵۵ ۰۱۴۳', 'Persian digits'],
    ['+১ ২০২ ৫৫৫ ০১৪৩', 'Bengali digits'],
    ['+१ २०२ ५५५ ०१४३', 'Hindi digits'],
    ['+๑ ๒๐๒ ๕๕๕ ๐๑๔๓', 'Thai digits'],
    ['+𝟏 𝟐𝟎𝟐 𝟓𝟓𝟓 𝟎𝟏𝟒𝟑', 'bold digits'],
  ])('as somebody pastes it: %j, %s', (typed) => expect(readPhoneNumber(typed)).toBe(US));

  it.each([
    ['ext. 12', ' ext. 12'],
    ['x12', 'x12'],
    ['a comma', ',12'],
    ['two commas', ',,12#'],
    ['a semicolon', ';12'],
    ['#12', ' #12'],
    ['RFC 3966', ';ext=12'],
    ['Extension: 12', ' Extension: 12'],
    ['EXT 12', ' EXT 12'],
    ['extn.12', ' extn.12'],
    ['other digits', ' ext. ১২'],
    ['invisible marks', '\u2068 x\u200b12\u2069'],
  ])('with an extension: %s', (_name, extension) => {
    const stored = readPhoneNumber(`+1 (202) 555-0143${extension}`);
    expect(stored).toBe(`${US};ext=12`);
    expect(linkToPhone(stored ?? '')).toBe(`tel:${US},12`);
    expect(dialPhoneNumber(stored ?? '')).toBe(`tel:${US},12`);
    expect(readPhoneNumber(writePhoneNumber(stored ?? ''))).toBe(stored);
  });

  it.each([
    ['01711-555222', undefined, HOME],
    ['০১৭১১-৫৫৫২২২', undefined, HOME],
    ['880 1711 555222', undefined, HOME],
    ['(202) 555-0143', 'US', US],
    ['1-202-555-0143', 'US', US],
    ['011 44 20 7946 0018', 'US', UK],
    ['0044 20 7946 0018', 'US', UK],
    ['020 7946 0018', 'GB', UK],
    ['06 6982 1234', 'IT', '+390669821234'],
    ['8 495 123-45-67', 'RU', '+74951234567'],
    // A country that nobody knows.
    ['+1 202 555 0143', 'ZZ', US],
  ])('without a country code it is the school’s: %s in %s', (typed, country, stored) =>
    expect(readPhoneNumber(typed, country)).toBe(stored),
  );
});

it.each(['+1 555 0100', '(030) 12-34', '+880 1711-555', '+999 1234567', '01711 22'])(
  'a number that no country has may be a new one, and stays as typed: %s',
  (typed) => expect(readPhoneNumber(`\u202a${typed}\u202c`)).toBe(typed),
);

it.each([
  ...['', ' ', '\u200b', 'abc', '12', '12345', '1234567890123456', '+', '()-', 'x12', 'ext. 12'],
  ...['call me', 'rosa@x.test', '555-GO-CAMP', '01711555222 or 01811555222'],
  ...['01711555222 / 01811555222', '+1 202 555 0143 x', '<b>2025550143</b>', '٠١٢'],
])('anything else is no phone number: %j', (typed) =>
  expect(readPhoneNumber(typed)).toBeUndefined(),
);

it.each([
  [HOME, '01711-555222', undefined],
  [`${HOME};ext=7`, '01711-555222 ext. 7', undefined],
  [US, '+1 202 555 0143', undefined],
  [US, '(202) 555-0143', 'US'],
  [UK, '020 7946 0018', 'GB'],
  [UK, '+44 20 7946 0018', 'US'],
  // From earlier versions.
  ['+44 (0)20 7946 0018', '+44 (0)20 7946 0018', undefined],
  ['ask Rosa', 'ask Rosa', undefined],
  ['+1 555 0100', '+1 555 0100', undefined],
])('%s is shown as people of the country write it: %s', (stored, shown, country) =>
  expect(writePhoneNumber(stored, country)).toBe(shown),
);

it.each([
  [US, `tel:${US}`],
  ['+44 (0)20 7946 0018', `tel:${UK}`],
  ['+39 (0)6 6982 1234', 'tel:+390669821234'],
  ['01711-555222', `tel:${HOME}`],
  ['+1 555 0100', 'tel:+15550100'],
  ['+1 555 0100 x12', 'tel:+15550100,12'],
  ['(030) 12-34', 'tel:0301234'],
])('%s is dialed as %s', (stored, link) => expect(dialPhoneNumber(stored)).toBe(link));

it('a link dials a number with a zero in brackets before its country is known, too', () =>
  expect(linkToPhone('+44 (0)20 7946 0018 x12')).toBe(`tel:${UK},12`));

it.each([
  [true, UK, '+44 (0)20 7946 0018'],
  [true, HOME, '01711-555222'],
  [true, US, `${US};ext=12`],
  [true, '+1 555 0100', '+15550100'],
  [false, US, UK],
  [false, '', ''],
  [false, 'ask Rosa', 'ask Ruth'],
])('whether two numbers reach the same line: %s, %s and %s', (isSame, one, other) =>
  expect(isSamePhone(one, other)).toBe(isSame),
);

it('the school has a number that can be dialed, or none', () => {
  const read = (phone: string) => schoolSchema.safeParse({ ...SCHOOL, phone }).success;
  expect([read(SCHOOL.phone), read(''), read('ask us')]).toEqual([true, true, false]);
  expect(linkToPhone(SCHOOL.phone)).toBe(dialPhoneNumber(SCHOOL.phone));
});
