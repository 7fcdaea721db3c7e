import { resolve } from 'node:path';
import { connectDatabase } from '../database/connect.ts';
import { writeBackup } from './backup/write-backup.ts';
import { readMongoUri, runCommand } from './command.ts';

const usage = `npm run backup [-- FOLDER]
Writes the whole database into a new folder; without a name, into backups/<time>.`;

await runCommand({ usage, words: 1 }, async ({ words: [given] }) => {
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const folder = resolve(given ?? `backups/${time}`);
  const { client, collections, close } = await connectDatabase(readMongoUri(), { anyLayout: true });
  try {
    const manifest = await writeBackup(collections, client.db().databaseName, folder);
    for (const { name, count, sha256 } of manifest.collections)
      console.log(`${name.padEnd(12)} ${String(count).padStart(8)}  sha256 ${sha256}`);
    console.log(`\nThe database ${manifest.database} is in ${folder}`);
    console.log('It contains names and emails. Keep it where only you can read it.');
  } finally {
    await close();
  }
});
