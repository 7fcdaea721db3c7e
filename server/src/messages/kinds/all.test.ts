import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What each file of kinds says before it defines an email: `[comment, name]`. */
const DEFINITION = /(\/\*\*(?:(?!\*\/)[^])*\*\/)?\nexport const (\w+) = defineMail/g;

it('each kind of email says which rule it is for', () => {
  const texts = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'));
  const kinds = texts.flatMap((text) => [...text.matchAll(DEFINITION)]);
  const defined = texts.join('').match(/ = defineMail\b/g);
  expect(kinds).toHaveLength(defined?.length ?? 0);
  const without = kinds.filter(([, comment]) => !/\bR\d+\b/.test(comment ?? ''));
  expect(without.map(([, , name]) => name)).toEqual([]);
});
