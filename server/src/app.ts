import { SCHOOL } from '@speakifyr/contract/school.ts';
import { campClass } from '@speakifyr/contract/classes.ts';
import { contract } from '@speakifyr/contract/contract.ts';
import { TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';
import cors from 'cors';
import express, { type Express } from 'express';
import type { Bind } from './calls.ts';
import { getClass, getClasses } from './classes/classes.service.ts';
import { bindAccount } from './api/account.routes.ts';
import { bindAdmin } from './api/admin.routes.ts';
import { bindAid } from './api/aid.routes.ts';
import { bindAttendance } from './api/attendance.routes.ts';
import { bindCart } from './api/cart.routes.ts';
import { bindChanges } from './api/changes.routes.ts';
import { bindClasses } from './api/classes.routes.ts';
import { bindFamilies } from './api/families.routes.ts';
import { bindIdentity } from './api/identity.routes.ts';
import { bindImports } from './api/imports.routes.ts';
import { bindInstructors } from './api/instructors.routes.ts';
import { bindLedger } from './api/ledger.routes.ts';
import { bindMessages, redirectOptOut } from './api/messages.routes.ts';
import { bindPayments } from './api/payments.routes.ts';
import { bindPrices } from './api/prices.routes.ts';
import { bindPrograms } from './api/programs.routes.ts';
import { bindForms } from './api/forms.routes.ts';
import { bindSafety } from './api/safety.routes.ts';
import { bindSchool } from './api/school.routes.ts';
import { bindUsers } from './api/users.routes.ts';
import { bindWaiting } from './api/waiting.routes.ts';
import { createInboundMailHandlers } from './api/inbound-mail.routes.ts';
import { createWebhookHandlers } from './api/stripe-webhook.routes.ts';
import { createBinder } from './http/bind.ts';
import { answerUnknownCall, createErrorHandler, limitTime } from './http/error-handler.ts';
import { serveApiDocs } from './http/api-docs.ts';
import { serveProbes } from './http/probes.ts';
import { hideStrangePictures } from './http/pictures.ts';
import { ringMailBell, warnOfProxy, trackRequests } from './http/watch-requests.ts';
import { forbidContent, setSecurityHeaders } from './http/security-headers.ts';
import { serveSearchEngines } from './http/search-engines.ts';
import { openPages } from './http/pages.ts';
import { serveClient } from './http/serve-client.ts';
import { describeEvent } from './http/class-head.ts';
import type { Services } from './services.ts';

/** Express tries the calls in this order: the busiest come first. */
const ROOMS = [
  bindClasses,
  bindCart,
  bindChanges,
  bindWaiting,
  bindFamilies,
  bindAttendance,
  bindForms,
  bindSafety,
  bindUsers,
  bindIdentity,
  bindInstructors,
  bindImports,
  bindAccount,
  bindPayments,
  bindLedger,
  bindPrices,
  bindSchool,
  bindAid,
  bindAdmin,
  bindMessages,
  bindPrograms,
];

/** How long a request may take; the web app waits for 30 s (client/src/lib/http.ts). */
const REQUEST_MS = 20_000;

/**
 * The whole server: the API below /api, and the web app if CLIENT_DIR names its folder. It does not listen; main.ts
 * and the tests do.
 * @throws {Error} when a call of the contract has no handler
 */
export async function createApp(services: Services): Promise<Express> {
  const { environment, log } = services;
  const crossOrigin = cors({
    origin: environment.CLIENT_ORIGINS,
    exposedHeaders: [TOTAL_COUNT_HEADER, 'Retry-After', 'X-Request-Id'],
  });
  const hideStrange = hideStrangePictures(campClass, environment.IMAGE_ORIGINS);
  const app = express()
    .disable('x-powered-by')
    .set('trust proxy', environment.TRUST_PROXY)
    .use(setSecurityHeaders(environment))
    .use('/api', forbidContent);
  serveProbes(app, services);
  app.use(warnOfProxy(services), trackRequests(services), limitTime(REQUEST_MS));
  app.use(ringMailBell(services));

  // Before any body parser: a signature is over the raw bytes.
  app.post('/api/stripe/webhook', ...createWebhookHandlers(services));
  // Before the parser of JSON: the mail provider posts a form.
  app.post('/api/inboundMail', ...createInboundMailHandlers(services));
  // Without origins, all callers are pages of ours, and the headers would say nothing.
  if (environment.CLIENT_ORIGINS.length > 0) app.use('/api', crossOrigin);
  app.get('/api/mailOptOut', redirectOptOut);
  bindCalls(app, services);
  app.use('/api', serveApiDocs(), answerUnknownCall);
  if (environment.CLIENT_DIR)
    app.use(
      serveSearchEngines({
        publicUrl: environment.PUBLIC_URL,
        now: services.now,
        listClasses: async () => (await getClasses({}, services)).items,
      }),
      serveClient(environment.CLIENT_DIR, {
        readPages: await openPages(environment.CLIENT_DIR, services),
        publicUrl: environment.PUBLIC_URL,
        findClass: async (id) => hideStrange(await getClass(id, services)),
        describeEvent: (campClass, address) =>
          describeEvent(campClass, address, {
            currency: SCHOOL.currency,
            timeZone: SCHOOL.timeZone,
          }),
        findFirst: async () => {
          const { items } = await getClasses({ sort: 'camp_start', size: 1 }, services);
          return items[0] && hideStrange(items[0]);
        },
      }),
    );
  app.use(createErrorHandler(log));
  return app;
}

function bindCalls(app: Express, services: Services): void {
  const unbound = new Set<string>(Object.keys(contract));
  const bindToApp = createBinder(app, services);
  const bind: Bind = (name, handler) => {
    unbound.delete(name);
    bindToApp(name, handler);
  };
  for (const bindRoom of ROOMS) bindRoom(bind, services);
  if (unbound.size > 0) throw new Error(`Calls without a handler: ${[...unbound].join(', ')}`);
}
