import { chromium, type Browser, type Page } from '@playwright/test';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../../scripts/find-browser.mjs';
import { serveShop, type ShopServer } from './shop-server.ts';
import { connectStripe } from './stripe.ts';
import { startTestSandbox, type TestSandbox } from './test-sandbox.ts';

/** A real browser at the test shop. */
export interface Shop {
  /** A new page for each test. */
  page: Page;
  /** Our server's view of the payments. */
  stripe: Stripe;
  sandbox: TestSandbox;
  /** Errors and warnings in the page's console. */
  complaints: string[];
  /** Opens the shop with a new payment of 49 dollars. */
  open(): Promise<Stripe.PaymentIntent>;
  /** Opens the shop to save a card for a new customer. */
  openSetup(): Promise<Stripe.SetupIntent>;
}

/** Starts sandbox, shop and browser for the tests of a file, and ends them. */
export function useShop(): Shop {
  let server: ShopServer;
  let browser: Browser;
  let page: Page;
  let stripe: Stripe;
  let sandbox: TestSandbox;
  let complaints: string[] = [];

  beforeAll(async () => {
    sandbox = await startTestSandbox();
    server = await serveShop(sandbox.address);
    stripe = connectStripe(sandbox.port);
    browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await server.stop();
    await sandbox.stop();
  });

  beforeEach(async () => {
    page = await browser.newPage();
    complaints = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
  });

  afterEach(() => page.close());

  async function openFor(clientSecret: string | null): Promise<void> {
    const query = new URLSearchParams({
      clientSecret: clientSecret ?? '',
      publishableKey: 'pk_test_shop',
    });
    await page.goto(`${server.address}/?${query.toString()}`);
    await page.locator('#events').filter({ hasText: 'ready' }).waitFor();
  }

  return {
    get page() {
      return page;
    },
    get stripe() {
      return stripe;
    },
    get sandbox() {
      return sandbox;
    },
    get complaints() {
      return complaints;
    },
    async open() {
      const intent = await stripe.paymentIntents.create({
        amount: 4900,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
      });
      await openFor(intent.client_secret);
      return intent;
    },
    async openSetup() {
      const customer = await stripe.customers.create();
      const setup = await stripe.setupIntents.create({ customer: customer.id });
      await openFor(setup.client_secret);
      return setup;
    },
  };
}
