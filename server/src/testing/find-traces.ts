import type { TestApp } from './test-app.ts';

/**
 * @returns every document in the database that contains a text, with the name of its collection. Not the last email to
 *   somebody who deleted their account: it says so, and mail/account-mails.test.ts looks at it
 */
export async function findTraces({ services }: TestApp, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const collection of Object.values(services.database.collections)) {
    const documents = (await collection.find({}).toArray()) as object[];
    for (const document of documents) {
      const json = JSON.stringify(document);
      if (json.includes('"cause":{"kind":"account deleted"}')) continue;
      if (json.includes(JSON.stringify(text))) found.push(`${collection.collectionName}: ${json}`);
    }
  }
  return found;
}
