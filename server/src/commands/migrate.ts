import { migrate } from '../database/migrate.ts';
import { readMongoUri, runCommand } from './command.ts';

const usage = `npm run migrate
Brings the data of an older version to this version's layout. Make a backup first.`;

await runCommand({ usage }, () => migrate(readMongoUri(), (sentence) => console.log(sentence)));
