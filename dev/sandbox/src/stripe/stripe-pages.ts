import { Router } from 'express';
import { answerWith } from '../http/handle.ts';
import { html, renderPage, setPageHeaders } from '../http/page.ts';
import type { Store } from '../storage/store.ts';
import { checkClientSecret, showIntent } from './access.ts';
import { CARD_FIELD_PAGE } from './card-field-page.ts';
import type { PaymentIntent } from './create-intent.ts';
import type { Ledger } from './objects.ts';
import { oneOf, readParameters, text } from './parameters.ts';
import { authenticateIntent, findIntent } from './payment-intents.ts';

const AUTHENTICATION = '/stripe/three-d-secure';

/** The page where the bank asks its customer to confirm the payment. */
export function describeAuthenticationPage(origin: string, intent: PaymentIntent): string {
  const query = new URLSearchParams({
    payment_intent: intent.id,
    client_secret: intent.client_secret,
  });
  return `${origin}${AUTHENTICATION}?${query.toString()}`;
}

/** The pages that the stand-in for Stripe.js shows in frames. Card numbers never reach the app's page. */
export function createStripePages(store: Store, ledger: Ledger): Router {
  const router = Router();
  router.get(
    '/stripe/card-field',
    answerWith(store, (_request, response) => {
      setPageHeaders(response, 'framed');
      return CARD_FIELD_PAGE;
    }),
  );
  const question = { payment_intent: text, client_secret: text };
  const findFor = (asked: { payment_intent: string; client_secret: string }) => {
    const intent = findIntent(ledger, asked.payment_intent, 'payment_intent');
    checkClientSecret('browser', intent, asked.client_secret);
    return intent;
  };
  router
    .route(AUTHENTICATION)
    .get(
      answerWith(store, (request, response) => {
        const intent = findFor(readParameters(request, question));
        setPageHeaders(response, 'framed');
        return renderQuestion(intent);
      }),
    )
    .post(
      answerWith(store, (request) => {
        const { result, ...asked } = readParameters(request, {
          ...question,
          result: oneOf('complete', 'fail'),
        });
        const intent = findFor(asked);
        return showIntent('browser', authenticateIntent(ledger, intent, result === 'complete'));
      }),
    );
  return router;
}

function renderQuestion(intent: PaymentIntent): string {
  const amount = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: intent.currency.toUpperCase(),
  }).format(intent.amount / 100);
  const main = html`
    <span class="badge">Sandbox · 3D Secure test page</span>
    <h1>Is it you?</h1>
    <p>
      Your bank asks you to confirm your payment of <strong>${amount}</strong>. A real bank would
      ask for a code here.
    </p>
    <p class="error" id="problem" role="alert" hidden>That didn't work. Please try again.</p>
    <div class="actions">
      <button class="button" id="complete" type="button" disabled>Complete</button>
      <button class="button plain" id="fail" type="button" disabled>Fail</button>
    </div>
  `;
  return renderPage('3D Secure', main, html`<script src="/sandbox/three-d-secure.js"></script>`);
}
