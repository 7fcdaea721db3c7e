import type { Bind } from '../calls.ts';
import { listImports, takeImport, undoImport } from '../imports/imports.service.ts';
import { runImportsNow } from '../imports/run-imports.ts';
import type { Services } from '../services.ts';

export function bindImports(bind: Bind, services: Services): void {
  bind('POST /imports', async ({ body }, { user }) => {
    const plan = await takeImport(body, user, services);
    // It takes as long as its rows, so nobody waits for it.
    if (body.run) void runImportsNow(services);
    return plan;
  });
  bind('GET /imports', () => listImports(services));
  bind('DELETE /imports/:id', async ({ params }, { user }) => {
    await undoImport(params.id, user, services);
    void runImportsNow(services);
  });
}
