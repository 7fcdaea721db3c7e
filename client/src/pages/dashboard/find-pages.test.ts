import { expect, test } from 'vitest';
import pages from '../../../../dev/e2e/pages.json' with { type: 'json' };
import { ADMIN_PAGES } from '../../lib/admin-pages.ts';
import { SCHOOL_LABELS, SCHOOL_TABS } from '../../features/school/school-labels.ts';
import { findPages } from './find-pages.ts';

const find = (text: string, bundle?: Parameters<typeof findPages>[1]) =>
  findPages(text, bundle).map(({ title }) => title);

// Rules: R611.
test.each([
  ['refund policy', 'Refund Policy'],
  ['discounts', 'Discounts'],
  ['log', 'Audit Log'],
  ['tax number', 'School: About'],
  ['days off', 'School: Days and places'],
  ['who pays the most? discount', undefined],
  ['COUPON', 'Discounts'],
  ['bänk account', 'School: Money'],
  ['waiting list offer', 'School: Booking'],
  ['cash', 'Payments'],
  ['fire', 'Everyone, Now'],
  ['tax', 'School: Money'],
  ['VAT', 'School: Money'],
  ['how do I change the logo', 'School: About'],
  ['our phone number', 'School: About'],
  ['opening hours', 'School: About'],
  ['colour', 'School: About'],
  ['carousel', 'School: About'],
  ['closing days', 'School: Days and places'],
  ['packing list', 'School: Days and places'],
  ['date format', 'School: Days and places'],
  ['cart time', 'School: Booking'],
  ['class size', 'School: Booking'],
  ['instructor pay', 'School: Booking'],
  ['payment plan', 'School: Money'],
  ['terms', 'School: Texts'],
  ['about us', 'School: Texts'],
  ['email template', 'School: Emails'],
  ['add admin', 'Users'],
  ['first steps', 'Home'],
  ['new season', 'Classes'],
  ['overdue', 'Owed'],
  ['invite instructor', 'Update Instructor'],
  ['late fee', 'School: Money'],
  ['change', 'Manage'],
  ['  ?! ', undefined],
  ['ogs', undefined],
])('%s finds %s', (typed, first) => {
  expect(find(typed)[0]).toBe(first);
});

test.each(Object.values(pages.admin).filter((address) => !address.includes('{')))(
  'the search finds %s by its name and by other words',
  (address) => {
    const page = ADMIN_PAGES.find(({ to }) => to === address);
    expect(page).toBeDefined();
    if (!page) return;
    expect(find(page.label)).toContain(page.label);
    const word = page.words.split(' ')[0] ?? '';
    expect(word).not.toBe('');
    expect(findPages(page.words).map(({ to }) => to)).toContain(address);
  },
);

test('the search finds all that a director decides for the school', () => {
  const labels = JSON.stringify(SCHOOL_LABELS).match(/(?<=:")[^"]+/g) ?? [];
  const tabs = Object.values(SCHOOL_TABS).map(({ label }) => `School: ${label}`);
  expect(labels.length).toBeGreaterThan(30);
  for (const label of labels)
    expect(
      find(label).some((title) => tabs.includes(title)),
      label,
    ).toBe(true);
});

test('only pages that this admin may open', () => {
  expect(find('refund policy', 'office')).toEqual([]);
  expect(find('tax number', 'office')).toEqual([]);
  expect(find('discounts', 'office')).toEqual(['Discounts']);
  expect(find('discounts', 'accountant')).toEqual([]);
  expect(find('receipts', 'accountant')).toEqual(['Receipts', 'Accounting']);
});
