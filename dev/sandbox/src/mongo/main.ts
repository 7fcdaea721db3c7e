import { resolve } from 'node:path';
import { startProgram } from '../start-program.ts';
import { Database } from './database.ts';
import { startServer } from './server.ts';

const { SANDBOX_MONGO_PORT = '27018', DATA_DIR = '.data' } = process.env;

void startProgram(
  {
    what: 'database',
    ports: { SANDBOX_MONGO_PORT },
    folder: resolve(DATA_DIR, 'mongo'),
  },
  async ({ SANDBOX_MONGO_PORT: port }) => {
    const database = await Database.open(DATA_DIR);
    const stopAtOnce = (error: Error) => {
      console.error(`The sandbox database stops: ${error.message}`);
      process.exit(1);
    };
    const server = await startServer(database, port, stopAtOnce);
    return {
      port: server.port,
      async close() {
        await server.close();
        await database.close();
      },
    };
  },
);
