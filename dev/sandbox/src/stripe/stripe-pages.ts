import { Router } from 'express';
import { answerWith } from '../http/handle.ts';
import { html, type Html, renderPage, setPageHeaders } from '../http/page.ts';
import type { Store } from '../storage/store.ts';
import { checkClientSecret, showIntent } from './access.ts';
import type { PaymentIntent } from './create-intent.ts';
import type { Ledger } from './objects.ts';
import { oneOf, readParameters, text } from './parameters.ts';
import { authenticateIntent, findIntent } from './payment-intents.ts';
import { authenticateSetup, findSetup } from './setup-intents.ts';

const AUTHENTICATION = '/stripe/three-d-secure';

/** The page where the bank asks its customer to confirm a payment or a card. */
export function describeAuthenticationPage(
  origin: string,
  { client_secret }: { client_secret: string },
): string {
  return `${origin}${AUTHENTICATION}?${new URLSearchParams({ client_secret }).toString()}`;
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
  router
    .route(AUTHENTICATION)
    .get(
      answerWith(store, (request, response) => {
        const asked = findAsked(ledger, readParameters(request, QUESTION).client_secret);
        setPageHeaders(response, 'framed');
        return renderQuestion(
          asked.payment ? say(asked.payment) : html`that the school may charge your card later`,
        );
      }),
    )
    .post(
      answerWith(store, (request) => {
        const shape = { ...QUESTION, result: oneOf('complete', 'fail') };
        const { result, client_secret } = readParameters(request, shape);
        const { payment, setup } = findAsked(ledger, client_secret);
        const proved = result === 'complete';
        return showIntent(
          'browser',
          payment
            ? authenticateIntent(ledger, payment, proved)
            : authenticateSetup(ledger, setup, proved),
        );
      }),
    );
  return router;
}

const QUESTION = { client_secret: text };

/** What the bank asks about. The secret begins with its id. */
function findAsked(ledger: Ledger, clientSecret: string) {
  const [id = ''] = clientSecret.split('_secret_');
  if (id.startsWith('seti_')) {
    const setup = findSetup(ledger, id);
    checkClientSecret('browser', setup, clientSecret);
    return { setup };
  }
  const payment = findIntent(ledger, id, 'payment_intent');
  checkClientSecret('browser', payment, clientSecret);
  return { payment };
}

function say({ currency, amount }: PaymentIntent): Html {
  const style = { style: 'currency', currency: currency.toUpperCase() } as const;
  const shown = new Intl.NumberFormat('en-US', style).format(amount / 100);
  return html`your payment of <strong>${shown}</strong>`;
}

function renderQuestion(about: Html): string {
  const main = html`
    <span class="badge">Sandbox · 3D Secure test page</span>
    <h1>Is it you?</h1>
    <p>Your bank asks you to confirm ${about}. A real bank would ask for a code here.</p>
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
