import { FIRST_CONSENTS, FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { readMarkdown } from '@speakifyr/contract/read-markdown.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { TextName } from '@speakifyr/contract/text-parts.ts';
import { answer } from './server.ts';

/**
 * The server has the consents that a new school starts with, and the terms of this page; or others.
 * @param version of those that have other words
 */
export function answerTexts(version = '', words: Partial<Record<TextName, string>> = {}): void {
  answer('GET /texts/:name', ({ params }) => {
    const name = params['name'] as TextName;
    const first: Partial<Record<TextName, string>> = FIRST_CONSENTS;
    const parts = readMarkdown(words[name] ?? first[name] ?? '', SCHOOL);
    const before = name === 'terms' ? SCHOOL.termsDate : FIRST_TEXT_VERSION;
    return { version: name in words ? version : before, parts };
  });
}
