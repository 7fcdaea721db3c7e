import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getAuditLog } from './audit.service.ts';

export function bindAudit(bind: Bind, services: Services): void {
  bind('GET /auditLog', async ({ query }, _caller, reply) => {
    const { items, total } = await getAuditLog(query, services);
    reply.setTotal(total);
    return items;
  });
}
