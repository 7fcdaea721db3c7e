import type { TestApp } from './test-app.ts';

/** Where a text stands in the database: each document that has it anywhere, after its collection's name. */
export async function findTraces({ services }: TestApp, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const collection of Object.values(services.database.collections)) {
    const documents = (await collection.find({}).toArray()) as object[];
    for (const document of documents) {
      const json = JSON.stringify(document);
      if (json.includes(JSON.stringify(text))) found.push(`${collection.collectionName}: ${json}`);
    }
  }
  return found;
}
