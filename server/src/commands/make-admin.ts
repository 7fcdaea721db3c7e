import { email } from '@speakifyr/contract/fields.ts';
import { connectDatabase } from '../database/connect.ts';
import { makeAdmin } from '../account/admins.ts';
import { pino } from 'pino';
import { readMongoUri, runCommand } from './command.ts';

const usage = `npm run make-admin -- EMAIL
Makes a registered person an admin.`;

await runCommand({ usage, words: 1 }, async ({ words: [address] }) => {
  const parsed = email.safeParse(address);
  if (!parsed.success) throw new Error('Name the person: npm run make-admin -- name@example.org');
  const database = await connectDatabase(readMongoUri());
  try {
    const { isAdmin, sentence } = await makeAdmin(parsed.data, {
      database,
      log: pino({ level: 'silent' }),
      now: () => new Date(),
    });
    if (!isAdmin) throw new Error(sentence);
    console.log(sentence);
  } finally {
    await database.close();
  }
});
