import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { closeMonth, getMonth, getMonthRows, getMonths } from './months.service.ts';

export function bindMonths(bind: Bind, services: Services): void {
  bind('GET /months', () => getMonths(services));
  bind('GET /months/:month', ({ params }) => getMonth(params.month, services));
  bind('GET /months/:month/rows', async ({ params, query }, _caller, reply) => {
    const { items, total } = await getMonthRows(params.month, query, services);
    reply.setTotal(total);
    return items;
  });
  bind('POST /months/:month/close', async ({ params }, { user }) => {
    await closeMonth(params.month, user, services);
    return { status: true as const };
  });
}
