import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { closeMonth, getMonth, getMonthRows, getMonths } from './months.service.ts';

export function bindMonths(bind: Bind, services: Services): void {
  bind('GET /months', () => getMonths(services));
  bind('GET /months/:month', ({ params }) => getMonth(params.month, services));
  bind('GET /months/:month/rows', ({ params, query }) =>
    getMonthRows(params.month, query, services),
  );
  bind('POST /months/:month/close', ({ params }, { user }) =>
    closeMonth(params.month, user, services),
  );
}
