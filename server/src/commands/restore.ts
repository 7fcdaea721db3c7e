import { resolve } from 'node:path';
import { connectDatabase } from '../database/connect.ts';
import { createIndexes } from '../database/indexes.ts';
import { LAYOUT } from '../database/layout.ts';
import { listNextSteps, restoreBackup } from './backup/restore-backup.ts';
import { readMongoUri, runCommand } from './command.ts';

const usage = `npm run restore -- FOLDER [--force]
Restores a backup into an empty database. --force empties it first.`;

const force = { force: { type: 'boolean' } } as const;
await runCommand({ usage, words: 1, options: force }, async ({ words: [folder], options }) => {
  if (!folder) throw new Error('Name the backup: npm run restore -- backups/…');
  const { client, collections, close } = await connectDatabase(readMongoUri(), {
    anyLayout: true,
  });
  try {
    const isForced = options.force === true;
    const restored = await restoreBackup(collections, resolve(folder), { isForced });
    for (const { name, count } of restored.collections)
      console.log(`${name.padEnd(12)} ${String(count).padStart(8)}  as in the backup`);
    if (restored.layout === LAYOUT) await createIndexes(collections);
    else console.log('It is data of an older version: run `npm run migrate` before the server.');
    for (const sentence of listNextSteps(restored)) console.log(sentence);
    console.log(
      `\nThe database ${client.db().databaseName} is as it was at ${restored.startedAt}.`,
    );
  } finally {
    await close();
  }
});
