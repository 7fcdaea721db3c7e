import { Router } from 'express';
import { answerWith } from '../http/handle.ts';
import { html, renderPage, setPageHeaders } from '../http/page.ts';
import type { Store } from '../storage/store.ts';
import { checkClientSecret, showIntent } from './access.ts';
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

/** The page in the frame of a card element. Its inputs have the same names as in Stripe's frame, for tests. */
const CARD_FIELD_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Secure card payment input frame</title>
    <style>
      :root { color-scheme: light; }
      * { box-sizing: border-box; }
      [hidden] { display: none !important; }
      body { margin: 0; background: transparent; color: #1e2b33; font: 16px/1.5 system-ui, sans-serif; }
      form { overflow: hidden; }
      #line { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; background: none; }
      #icon { flex: none; width: 30px; height: 20px; color: #55636c; }
      .cell { min-width: 0; }
      .wide { flex: 1 1 11.5em; display: flex; align-items: center; gap: 12px; min-width: 0; }
      .wide .cell { flex: 1; }
      .rest { display: flex; gap: 12px; flex: 0 1 auto; min-width: 0; }
      input { display: block; width: 100%; height: max(24px, 1.5em); margin: 0; padding: 0; border: 0; outline: 0;
        border-radius: 0; background: transparent; color: inherit; font: inherit; letter-spacing: inherit;
        appearance: none; }
      input::placeholder { color: #66747d; opacity: 1; }
      input.invalid { color: #b42318; }
      #expiry { width: 4.6em; }
      #cvc { width: 3em; }
      #icon.invalid { color: #b42318; }
      .unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
        white-space: nowrap; }
    </style>
  </head>
  <body>
    <form id="form" novalidate>
      <div id="line">
        <div class="wide">
          <svg id="icon" viewBox="0 0 30 20" aria-hidden="true">
            <rect x=".75" y=".75" width="28.5" height="18.5" rx="3" fill="none" stroke="currentColor" stroke-width="1.5" />
            <path d="M1 5h28v4H1z" fill="currentColor" />
          </svg>
          <div class="cell">
            <label class="unseen" for="number">Credit or debit card number</label>
            <input id="number" name="cardnumber" inputmode="numeric" autocomplete="cc-number" placeholder="Card number"
              aria-describedby="problem" autocorrect="off" spellcheck="false" />
          </div>
        </div>
        <div class="rest">
          <div class="cell">
            <label class="unseen" for="expiry">Credit or debit card expiration date</label>
            <input id="expiry" name="exp-date" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"
              aria-describedby="problem" autocorrect="off" spellcheck="false" />
          </div>
          <div class="cell">
            <label class="unseen" for="cvc">Credit or debit card CVC/CVV</label>
            <input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"
              aria-describedby="problem" autocorrect="off" spellcheck="false" />
          </div>
        </div>
      </div>
      <p class="unseen" id="problem"></p>
      <button class="unseen" tabindex="-1" aria-hidden="true">Pay</button>
    </form>
    <script src="/sandbox/card-field.js"></script>
  </body>
</html>
`;
