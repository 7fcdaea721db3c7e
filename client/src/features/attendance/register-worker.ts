import { paths } from '../../lib/paths.ts';

const WORKER = '/worker.js';

type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string };
};
let address: string | undefined;

/** Lets the dashboards open without a connection. The public pages know nothing of it. The dev server has no worker. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  address ??= allowWorker();
  navigator.serviceWorker
    .register(address, { scope: paths.dashboard, updateViaCache: 'none' })
    .catch((error: unknown) => console.error('The app does not open without a connection', error));
}

/** The default policy (public/first-paint.js) knows only pages' scripts. This one allows one address. decisions/0027 */
function allowWorker(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  return (
    trustedTypes?.createPolicy('worker', { createScriptURL: () => WORKER }).createScriptURL('') ??
    WORKER
  );
}
