import { NO_EMAIL, standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import { expect, it } from 'vitest';
import { writeAnswer } from './write-answer.ts';

const ADDRESS = standInAddress('0123456789abcdef01234567');

// Rules: R320.
it.each([
  ['in a field', [ADDRESS], [NO_EMAIL]],
  ['in capitals', [ADDRESS.toUpperCase()], [NO_EMAIL]],
  ['in a text', [`Write to ${ADDRESS}.`], [`Write to ${NO_EMAIL}.`]],
  ['twice, without anything in between', [ADDRESS + ADDRESS], [NO_EMAIL + NO_EMAIL]],
  ['after other digits', [`ff${ADDRESS}`], [`ff${NO_EMAIL}`]],
  ['of fewer digits, which is somebody’s word', ['a1@no-email.invalid'], ['a1@no-email.invalid']],
  ['in no text', ['mia@example.test'], ['mia@example.test']],
])('an address that stands for none leaves the server %s as words', (_where, answer, said) => {
  expect(writeAnswer(answer)).toBe(JSON.stringify(said));
});

it('no two addresses share a letter', () => {
  // The last letter of the first one could be a digit of the second.
  const text = `${ADDRESS}${ADDRESS.slice(1)}`;
  expect(writeAnswer(text)).toBe(JSON.stringify(`${NO_EMAIL}${ADDRESS.slice(1)}`));
});
