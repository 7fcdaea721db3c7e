import { migrate } from '../database/migrate.ts';
import { readMongoUri, runCommand } from './command.ts';

/** `npm run migrate` brings the data of an older version to this version's layout. */
await runCommand(() => migrate(readMongoUri(), (sentence) => console.log(sentence)));
