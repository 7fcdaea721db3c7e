import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { openSession } from '../identity/open-session.ts';

export function bindIdentity(bind: Bind, services: Services): void {
  bind('POST /jwt', async (_input, { proof }) => ({ token: await openSession(proof, services) }));
}
