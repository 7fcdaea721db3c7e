import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getExtras, changeExtras } from '../prices/extras.ts';
import { getDiscounts, changeDiscounts } from '../prices/discounts.ts';

export function bindPrices(bind: Bind, services: Services): void {
  bind('GET /extras', () => getExtras(services));
  bind('PUT /extras', ({ body }, { user }) => changeExtras(body, user, services));
  bind('GET /discounts', () => getDiscounts(services));
  bind('PUT /discounts', ({ body }, { user }) => changeDiscounts(body, user, services));
}
