import type { TestApp } from './test-app.ts';

/** Whether a text has this one as a whole word: `student-1@…` is not in `student-11@…`, but may be inside a content. */
function isInText(text: string, wanted: string): boolean {
  const literal = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${literal}(?!\\w)`).test(text);
}

/**
 * @returns every document in the database that contains a text, with the name of its collection. Not the last email to
 *   somebody who deleted their account: it says so, and messages/account-mails.test.ts checks it
 */
export async function findTraces({ services }: TestApp, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const collection of Object.values(services.database.collections)) {
    const documents = (await collection.find({}).toArray()) as object[];
    for (const document of documents) {
      const json = JSON.stringify(document);
      if (json.includes('"cause":{"kind":"account deleted"}')) continue;
      if (isInText(json, text)) found.push(`${collection.collectionName}: ${json}`);
    }
  }
  return found;
}
