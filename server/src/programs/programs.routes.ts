import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getApiKeys, makeApiKey, revokeApiKey } from './api-keys.ts';

export function bindPrograms(bind: Bind, services: Services): void {
  bind('GET /apiKeys', () => getApiKeys(services));
  bind('POST /apiKeys', ({ body }, { user }) => makeApiKey(body, user, services));
  bind('DELETE /apiKeys/:id', ({ params }, { user }) => revokeApiKey(params.id, user, services));
}
