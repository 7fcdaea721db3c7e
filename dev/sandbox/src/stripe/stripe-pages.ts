import { html, renderPage } from '../http/page.ts';
import { replyJson, replyPage } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { checkClientSecret, showIntent } from './access.ts';
import { CARD_FIELD_PAGE } from './card-field-page.ts';
import type { Ledger, PaymentIntent } from './objects.ts';
import { oneOf, parseForm, readParameters, required, text } from './parameters.ts';
import { authenticateIntent, findIntent } from './payment-intents.ts';

const AUTHENTICATION = '/stripe/three-d-secure';

/** Where the bank asks whether it is really its customer who pays. */
export function describeAuthenticationPage(origin: string, intent: PaymentIntent): string {
  const query = new URLSearchParams({
    payment_intent: intent.id,
    client_secret: intent.client_secret,
  });
  return `${origin}${AUTHENTICATION}?${query.toString()}`;
}

/** The pages that our stand-in of Stripe.js puts into frames, so that no card touches the shop's page. */
export function createStripePages(ledger: Ledger): Route[] {
  return [
    {
      method: 'GET',
      path: '/stripe/card-field',
      handle: () => replyPage(CARD_FIELD_PAGE, 200, 'framed'),
    },
    {
      method: 'GET',
      path: AUTHENTICATION,
      handle({ url }) {
        const { payment_intent, client_secret } = readParameters(parseForm(url.search), {
          payment_intent: required(text),
          client_secret: required(text),
        });
        const intent = findIntent(ledger, payment_intent, 'payment_intent');
        checkClientSecret('browser', intent, client_secret);
        return replyPage(renderQuestion(intent), 200, 'framed');
      },
    },
    {
      method: 'POST',
      path: AUTHENTICATION,
      handle({ body }) {
        const { payment_intent, client_secret, result } = readParameters(
          parseForm(body.toString()),
          {
            payment_intent: required(text),
            client_secret: required(text),
            result: required(oneOf('complete', 'fail')),
          },
        );
        const intent = findIntent(ledger, payment_intent, 'payment_intent');
        checkClientSecret('browser', intent, client_secret);
        const after = authenticateIntent(ledger, intent, result === 'complete');
        return replyJson(200, showIntent('browser', after));
      },
    },
  ];
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
      Your bank wants to know that it is you who pays <strong>${amount}</strong>. A real bank would
      ask for a code here.
    </p>
    <p class="error" id="problem" role="alert" hidden>That did not work. Please try again.</p>
    <div class="actions">
      <button class="button" id="complete" type="button">Complete</button>
      <button class="button plain" id="fail" type="button">Fail</button>
    </div>
  `;
  return renderPage('3D Secure', main, html`<script src="/sandbox/three-d-secure.js"></script>`);
}
