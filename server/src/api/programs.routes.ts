import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getApiKeys, makeApiKey, revokeApiKey } from '../programs/api-keys.ts';
import {
  getDeliveries,
  getWebhooks,
  makeWebhook,
  removeWebhook,
  sendAgain,
  testWebhook,
} from '../programs/webhooks.ts';

export function bindPrograms(bind: Bind, services: Services): void {
  bind('GET /apiKeys', () => getApiKeys(services));
  bind('POST /apiKeys', ({ body }, { user }) => makeApiKey(body, user, services));
  bind('DELETE /apiKeys/:id', ({ params }, { user }) => revokeApiKey(params.id, user, services));
  bind('GET /webhooks', () => getWebhooks(services));
  bind('POST /webhooks', ({ body }, { user }) => makeWebhook(body, user, services));
  bind('DELETE /webhooks/:id', ({ params }, { user }) => removeWebhook(params.id, user, services));
  bind('POST /webhooks/:id/test', ({ params }) => testWebhook(params.id, services));
  bind('GET /webhooks/:id/deliveries', ({ params, query }) =>
    getDeliveries(params.id, query, services),
  );
  bind('POST /webhooks/:id/deliveries/:deliveryId', ({ params }) => sendAgain(params, services));
}
