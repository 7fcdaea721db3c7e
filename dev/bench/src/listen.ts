import type { Express } from 'express';

/** Serves a bare app on any free port, says which, and ends with whoever started it. */
export function listen(app: Express): void {
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(`bare Express ready on 127.0.0.1:${typeof address === 'object' && address?.port}`);
  });
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(0));
}
