import { expect, type Locator, type Page } from '@playwright/test';
import { PORTS } from './base-config.ts';

/** The sandbox, which stands in for the provider and keeps the emails that it would send. */
export const SANDBOX = `http://127.0.0.1:${PORTS.sandboxPort}`;

type Link = { requestType: string; link: string; isUsed: boolean };

/** An email that the school has sent. */
export type Mail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo: { name: string; address: string } | null;
  attachments: { name: string; type: string; content: string }[];
  headers: Record<string, string>;
};

/** The newest first, of everyone or of one person, with all these words. */
export async function listMails(page: Page, query: { to?: string; q: string }): Promise<Mail[]> {
  const answer = await page.request.get(`${SANDBOX}/inbox.json`, { params: query });
  const messages = (await answer.json()) as (Mail | Link)[];
  return messages.filter((message): message is Mail => !('link' in message));
}

/** Waits until this person gets an email whose subject starts like this, and returns the newest one. */
export async function findMail(page: Page, to: string, subject: string): Promise<Mail> {
  const find = async () => {
    const mails = await listMails(page, { to, q: subject });
    return mails.filter((mail) => mail.subject.startsWith(subject));
  };
  await expect.poll(find, { message: `${subject} to ${to}`, timeout: 120_000 }).not.toEqual([]);
  const [newest] = await find();
  return newest as Mail;
}

/** How many links that confirm this address were sent, used ones too. */
export async function countLinks(page: Page, email: string): Promise<number> {
  return (await readLinks(page, email)).length;
}

/** Waits for the email with the link, and opens the link in another tab, as people do. */
export async function openConfirmationLink(page: Page, email: string): Promise<void> {
  let link = '';
  await expect(async () => {
    link = (await readLinks(page, email)).find(({ isUsed }) => !isUsed)?.link ?? '';
    expect(link).not.toBe('');
  }).toPass();
  const tab = await page.context().newPage();
  await tab.goto(link);
  await expect(tab.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
  await tab.close();
}

/** What the app shows on every page until the person has confirmed their email. */
export function findBanner(page: Page): Locator {
  return page.getByRole('region', { name: 'Confirm your email address' });
}

/** Confirms the email of the person who is signed in, and waits until the app knows. */
export async function confirmEmail(page: Page, email: string): Promise<void> {
  await expect(findBanner(page)).toBeVisible();
  await openConfirmationLink(page, email);
  // A browser that a test drives always has the focus, so it does not report that the person comes back.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(findBanner(page)).toBeHidden();
}

/** Newest first. */
async function readLinks(page: Page, email: string): Promise<Link[]> {
  const answer = await page.request.get(`${SANDBOX}/inbox.json`, { params: { to: email } });
  const messages = (await answer.json()) as Partial<Link>[];
  return messages.filter((message): message is Link => message.requestType === 'VERIFY_EMAIL');
}
