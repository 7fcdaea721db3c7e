import { type Browser, expect, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_DIR } from './base-config.ts';
import { callAs } from './call.ts';
import { addChild, MIA, TOM } from './families.ts';
import { findMail, listMails } from './inbox.ts';
import { changeClass } from './own-class.ts';
import { expectOwnPage, expectOwnWords } from './own-words.ts';
import { fillIn, findIds, PAGES, type Role } from './pages.ts';
import { logIn, makePerson, openAccount } from './people.ts';

const AUDIT_LOG = PAGES.admin['admin-audit-log'];

type School = { url: string; browser: Browser; director: Page; parent: Page; email: string };

/**
 * The school of the demo is on no page, no paper, no email and in no file of this one: as each kind of person reads them,
 * after a payment and a refund. R628
 */
export async function expectOwnSchool(school: School): Promise<void> {
  const { url, browser, director, parent, email } = school;
  const instructor = await browser.newPage();
  const teacher = await comeAsInstructor(school, instructor);
  const ids = await prepare(school, teacher.email);
  const people: Record<Role, Page> = {
    visitor: parent,
    student: parent,
    instructor,
    admin: director,
  };
  const pictures = new Set<string>();
  for (const [role, person] of Object.entries(people) as [Role, Page][])
    for (const path of Object.values(PAGES[role])) {
      // Below, without what was noted about the names of before.
      if (path === AUDIT_LOG) continue;
      const address = fillIn(path, ids);
      for (const picture of await expectOwnPage(person, url + address)) pictures.add(picture);
    }
  const { path } = await callAs<{ path: string }>(parent, 'POST', '/myCalendar');
  const calendar = await (await parent.request.get(`${url}/api${path}`)).text();
  expect(calendar).toContain('X-WR-CALNAME:Pine Hill');
  expect(calendar).toContain('UID:');
  expectOwnWords(calendar, 'the calendar');
  await cancelSeat(school, ids['seat'] ?? '');
  for (const path of [PAGES.student['student-receipt'] ?? '', '/dashboard/enroll'])
    await expectOwnPage(parent, url + fillIn(path, ids));
  for (const path of ['papers?kind=credit+note', 'refunds', 'accounting', 'outbox'])
    await expectOwnPage(director, `${url}/dashboard/${path}`);
  const log = await callAs<{ action: string }[]>(director, 'GET', '/auditLog?size=100');
  const actions = new Set(log.map(({ action }) => action));
  expect(actions.delete('change school')).toBe(true);
  for (const action of actions)
    await expectOwnPage(director, `${url}${AUDIT_LOG}?${new URLSearchParams({ action })}`);
  await parent.goto(`${url}/dashboard/receipts/${ids['payment']}`);
  await expect(parent.getByText(/19% VAT/).first()).toBeVisible();
  await expect(parent.getByText(/C-\d{6}/).first()).toBeVisible();
  await expectOwnPictures(school, pictures);
  for (const path of ['/app.webmanifest', '/sitemap.xml', '/robots.txt', '/api/openapi.json'])
    expectOwnWords(await (await parent.request.get(url + path)).text(), path);
  for (const to of [email, teacher.email]) await expectOwnMails(parent, to);
  await instructor.context().close();
}

/** The director invites somebody, who makes their account and logs in, and gives them the class. */
async function comeAsInstructor({ url, director }: School, page: Page) {
  const teacher = { ...makePerson(), name: 'Tove Instructor' };
  const id = '0'.repeat(8) + crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  const { name, email } = teacher;
  await callAs(director, 'POST', '/instructors', { id, name, email });
  await openAccount(page, teacher);
  await page.goto(`${url}/login`);
  await logIn(page, email, teacher.password);
  return teacher;
}

/** A receipt, a statement, a held seat, a message: what each address of PAGES needs. */
async function prepare(
  { director, parent, email }: School,
  inst_email: string,
): Promise<Record<string, string>> {
  type Seat = { cartId: string; classId: string };
  const [seat] = await callAs<Seat[]>(parent, 'GET', `/myEnrolledClass?email=${email}`);
  const { classId = '', cartId = '' } = seat ?? {};
  await changeClass(director, classId, { inst_email });
  const child = await addChild(parent, TOM);
  const tom = { classId, email, childId: child };
  const held = await callAs<{ cartId: string }>(parent, 'POST', '/addClass', tom);
  // It is sent a moment later.
  await findMail(parent, email, MIA.name.split(' ')[0] ?? '');
  return {
    ...(await findIds(parent, 'student', email)),
    ...(await findIds(director, 'admin', email)),
    ...{ class: classId, cart: held.cartId, seat: cartId, child },
  };
}

/** The parent gives the seat of Mia back, with a refund: the school writes a credit note. */
async function cancelSeat({ director, parent, email }: School, cartId: string): Promise<void> {
  const call = `/cancellation/${cartId}`;
  const { refund } = await callAs<{ refund: number }>(parent, 'GET', call);
  expect(refund).toBeGreaterThan(0);
  await callAs(parent, 'POST', call, { refund });
  await expect
    .poll(() => callAs<object[]>(director, 'GET', '/papers?kind=credit+note'))
    .toHaveLength(1);
  await findMail(parent, email, 'Seat canceled');
}

/** The drawings of the demo school. */
const DRAWINGS = /^(favicon\.|logo\.svg|icons\/|pictures\/social\.)/;

/** No picture of a page, and none at an address of the demo's drawings, is one of them. The school's own is what others show. R609 */
async function expectOwnPictures({ url, parent }: School, pictures: Set<string>): Promise<void> {
  const hash = (file: Buffer) => createHash('sha256').update(file).digest('hex');
  const names = readdirSync(CLIENT_DIR, { recursive: true, encoding: 'utf8' });
  const drawings = names.filter(
    (name) => DRAWINGS.test(name) && /\.(svg|ico|png|jpg|webp|avif)$/.test(name),
  );
  expect(drawings.length).toBeGreaterThan(8);
  const ofDemo = new Set(drawings.map((name) => hash(readFileSync(join(CLIENT_DIR, name)))));
  const addresses = [...pictures, ...drawings.map((name) => `${url}/${name}`)];
  for (const address of addresses.filter((one) => /^https?:/.test(one))) {
    const answer = await parent.request.get(address);
    expect.soft(ofDemo.has(hash(await answer.body())), address).toBe(false);
  }
  await parent.goto(url);
  const shared = await parent.locator('meta[property="og:image"]').getAttribute('content');
  expect(shared).toMatch(/^http/);
  expect(shared).not.toContain('/pictures/');
  expect((await parent.request.get(shared ?? '')).headers()['content-type']).toMatch(/^image\//);
}

/** All that was sent to somebody since the school has its name. */
async function expectOwnMails(page: Page, to: string): Promise<void> {
  const mails = await listMails(page, { to, q: '' });
  expect(mails).not.toEqual([]);
  for (const { subject, text, html, attachments } of mails) {
    // Addresses are the sandbox's.
    const words = [subject, text, html.replace(/(src|href)="[^"]*"/g, '')].join('\n');
    expectOwnWords(words.replace(/\S+@speakifyr\.test/g, ''), subject);
    for (const { name, content } of attachments) expectOwnWords(content, `${subject}: ${name}`);
  }
}
