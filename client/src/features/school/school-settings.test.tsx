import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { findColors } from '@speakifyr/contract/school-color.ts';
import { FIRST_SCHOOL, SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDialog } from '../../lib/dialogs.ts';
import { findDialog } from '../../testing/find-dialog.ts';
import { location, renderApp } from '../../testing/render.tsx';
import { answer, answerUpload, refuse } from '../../testing/server.ts';
import { SchoolSettings } from './school-settings.tsx';

const NO_TEXTS = {
  about: '',
  questions: '',
  terms: '',
  privacy: '',
  refundPolicy: '',
  refundCases: '',
};
let saved: VersionedSchool;
beforeEach(() => {
  saved = {
    ...FIRST_SCHOOL,
    version: 4,
    texts: { ...NO_TEXTS, about: '# About\n\nCall {{phone}}.' },
  };
  answer('GET /school', () => saved);
  answer('PUT /school', (request) => {
    const body = request.body as VersionedSchool;
    if (body.version !== saved.version) return refuse('school_changed');
    saved = { ...body, version: body.version + 1 };
    return saved;
  });
});
afterEach(() => setSchool(FIRST_SCHOOL));

const preview = () => screen.getByRole('region', { name: /^What (families read|it means)$/ });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
async function type(label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

// Rules: R604.
test('what is typed shows as families read it, and holds once it is saved', async () => {
  renderApp(<SchoolSettings />);
  await type('Phone', '+1 607 555 0101');
  expect(within(preview()).getByRole('link', { name: '+1 607 555 0101' })).toBeVisible();
  expect(SCHOOL.phone).toBe(FIRST_SCHOOL.phone);
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  expect(SCHOOL.phone).toBe('+1 607 555 0101');
});

test('if another director was faster, it says what differs, and what was typed is saved with it', async () => {
  renderApp(<SchoolSettings />);
  await type('Phone', '+1 607 555 0101');
  saved = { ...saved, version: 5, hours: 'Every day', booking: { ...saved.booking, maxSeats: 30 } };
  await save();
  const differs = await screen.findByText('What is different now:');
  const lines = within(differs.parentElement!).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    `Office hours: Every day. Before: ${FIRST_SCHOOL.hours}`,
    'Most places of a class: 30. Before: 20',
  ]);
  expect(screen.getByLabelText('Phone')).toHaveValue('+1 607 555 0101');
  expect(screen.getByLabelText('Office hours')).toHaveValue('Every day');
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  expect(saved).toMatchObject({ phone: '+1 607 555 0101', hours: 'Every day', version: 6 });
  expect(saved.booking.maxSeats).toBe(30);
});

test('what differs at the end of a long text is named, and what differs in a list or choice is in words', async () => {
  const about = `# About\n\n${'We sail on the lake. '.repeat(20)}`;
  saved = {
    ...saved,
    texts: { ...saved.texts, about: `${about}Bring a hat.`, terms: '# Terms\n' },
  };
  renderApp(<SchoolSettings />, { at: '/?part=texts' });
  await userEvent.selectOptions(await screen.findByLabelText('Text'), 'About the camp');
  await userEvent.type(screen.getByLabelText('About the camp'), ' And a towel.');
  saved = {
    ...saved,
    version: 5,
    daysOff: [5, 6],
    holidays: [{ from: '2027-06-16', to: '2027-06-16', name: 'Founders’ Day' }],
    booking: { ...saved.booking, joinUntil: 'end' },
    logo: 'https://images.test/new.jpg',
    texts: { ...saved.texts, about: `${about}Bring two hats.`, terms: '# Terms' },
  };
  await save();
  const differs = await screen.findByText('What is different now:');
  const lines = within(differs.parentElement!).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Days of the week without camp: Friday, Saturday. Before: Sunday, Saturday',
    'Single days without camp: Wed 16 June 2027 (Founders’ Day). Before: nothing',
    'Logo: new.jpg. Before: nothing',
    'A class can be joined until: its last day. Before: its first day',
    'About the camp: …lake. We sail on the lake. Bring two hats. Before: …lake. We sail on the lake. Bring a hat.',
  ]);
});

// Rules: R51.
test('the limits of held seats are typed, and the preview says them', async () => {
  renderApp(<SchoolSettings />, { at: '/?part=booking' });
  await type('Most unpaid seats of an account', '40');
  await type('Most unpaid seats of one class', '41');
  await save();
  expect(screen.getByLabelText('Most unpaid seats of one class')).toHaveAccessibleDescription(
    /Unpaid seats of one class: enter from 1 to 20\./,
  );
  await type('Most unpaid seats of one class', '8');
  await type('Most seats before the email is confirmed', '1');
  expect(preview()).toHaveTextContent(
    'An account holds at most 40 seats not paid for, 8 of them of one class, and 1 until its email address is confirmed. Who holds more keeps them.',
  );
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  expect(saved.booking).toMatchObject({ maxHeld: 40, maxHeldOfClass: 8, maxHeldUnconfirmed: 1 });
});

test('the text that is being written stays open after a save', async () => {
  renderApp(<SchoolSettings />, { at: '/?part=texts' });
  await userEvent.selectOptions(await screen.findByLabelText('Text'), 'About the camp');
  await userEvent.type(screen.getByLabelText('About the camp'), ' Every day.');
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  expect(saved.texts.about).toMatch(/Every day\.$/);
  closeDialog();
  expect(await screen.findByLabelText('About the camp')).toHaveValue(saved.texts.about);
});

test('what is wrong stands beside its field, and nothing is sent', async () => {
  renderApp(<SchoolSettings />, { at: '/?part=money' });
  await type('Last', '0');
  await type('Days until an unpaid seat is released', '7');
  await save();
  expect(await screen.findByText(/from 8 to 365 days/)).toBeVisible();
  expect(saved.version).toBe(4);
});

// Rules: R614.
test('days and times are chosen by how they look; after the save the same part is open', async () => {
  renderApp(<SchoolSettings />, { at: '/?part=days' });
  await userEvent.selectOptions(
    await screen.findByLabelText('How days are written'),
    'June 14, 2027',
  );
  await userEvent.selectOptions(screen.getByLabelText('How times are written'), '21:05');
  // The preview reads as the school will, before it is saved.
  expect(preview()).toHaveTextContent(/A receipt of today says \w+ \d+, \d{4}, and/);
  expect(preview()).toHaveTextContent('A class that meets 09:00 – 15:00 opens its gate at 08:45.');
  expect(SCHOOL).toMatchObject({ dates: 'day first', clock: '12 hours' });
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  expect(saved).toMatchObject({ dates: 'month first', clock: '24 hours', version: 5 });
  expect(location.search).toBe('?part=days');
});

// Rules: R626.
test('a day off has a name and may be several in a row; without a last day it is one', async () => {
  renderApp(<SchoolSettings />, { at: '/?part=days' });
  await userEvent.click(await screen.findByRole('button', { name: 'Add a day off' }));
  const [from, to] = [screen.getByLabelText('From'), screen.getByLabelText('To')];
  fireEvent.change(from, { target: { value: '2027-06-16' } });
  fireEvent.change(to, { target: { value: '2027-06-15' } });
  await type('Name of the day', 'Founders’ Day');
  await save();
  expect(await screen.findByText(/Must be from the first day on/)).toBeVisible();
  fireEvent.change(to, { target: { value: '' } });
  expect(preview()).toHaveTextContent('Nor does it on Wed 16 June 2027 (Founders’ Day).');
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  expect(saved.holidays).toEqual([{ from: '2027-06-16', to: '2027-06-16', name: 'Founders’ Day' }]);
  closeDialog();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove day off 1' }));
  await userEvent.selectOptions(screen.getByLabelText('Weeks begin on'), 'Sunday');
  expect(screen.getAllByRole('checkbox')[0]).toHaveAccessibleName('Sunday');
});

// Rules: R625.
test('time zone and currency are chosen before the first class; after that, it says why they stay', async () => {
  const { unmount } = renderApp(<SchoolSettings />, { at: '/?part=days' });
  await type('Time zone', 'Mars/Olympus');
  await save();
  expect(await screen.findByText('Choose a time zone such as America/New_York.')).toBeVisible();
  expect(saved.version).toBe(4);
  await type('Time zone', 'America/New York');
  await userEvent.selectOptions(screen.getByLabelText('Currency'), 'EUR, Euro');
  expect(preview()).toHaveTextContent('€189 EUR');
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  expect(saved).toMatchObject({ timeZone: 'America/New_York', currency: 'EUR', version: 5 });
  unmount();
  saved = { ...saved, fixedBecause: 'there is the class Kites' };
  renderApp(<SchoolSettings />, { at: '/?part=days' });
  expect(
    await screen.findByText(
      /clock is that of New York.*EUR, Euro.*because there is the class Kites/,
    ),
  ).toBeVisible();
  expect(screen.queryByLabelText('Time zone')).toBeNull();
});

test('the parts say in sentences what they mean', async () => {
  renderApp(<SchoolSettings />, { at: '/?part=money' });
  await type('Parts by card', '3');
  await type('First part', '50');
  expect(preview()).toHaveTextContent(
    'A seat can be paid by card in 3 parts, one a month: $50 at once, and the rest in 2 parts, if the last one is due before the class begins.',
  );
  expect(preview()).toHaveTextContent(
    'reminded 3 days before it is due, 1 day after it is due and',
  );
});

// Rules: R629, R630.
test('a tax has a name and rates, is in the prices or added to them, and the preview computes with it', async () => {
  renderApp(<SchoolSettings />, { at: '/?part=money' });
  await type('Name of the tax', 'sales tax');
  await save();
  expect(await screen.findByText('Enter how much it is, or leave its name empty.')).toBeVisible();
  await type('Percent for classes', '101');
  await save();
  expect(await screen.findByText('Enter from 0 to 50 percent, such as 19 or 8.875.')).toBeVisible();
  expect(saved.version).toBe(4);
  await type('Percent for classes', '8.875');
  expect(preview()).toHaveTextContent('Extras have the same rate.');
  await type('Percent for extras', '0');
  expect(preview()).not.toHaveTextContent('kept for a canceled seat');
  await type('Percent for cancellation fees', '7');
  expect(preview()).toHaveTextContent(
    'A fee of $10 that is kept for a canceled seat has 7% sales tax, $0.65, in it',
  );
  await userEvent.click(screen.getByLabelText('The tax is added to the prices'));
  expect(preview()).toHaveTextContent(
    'A class of $100 costs $108.88; its page says “Plus 8.875% sales tax, none on extras”.Its receipt says “Includes 8.875% sales tax: $8.88 USD”, and your tax number. Extras: no tax.',
  );
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  const tax = { name: 'sales tax', percent: 8.875, extras: 0, fees: 7, isAdded: true };
  expect(saved.tax).toEqual(tax);
});

// Rules: R605.
test('a text is written in Markdown, with the facts of the school; HTML and other addresses stay words', async () => {
  renderApp(<SchoolSettings />, { at: '/?part=texts' });
  await userEvent.selectOptions(await screen.findByLabelText('Text'), 'About the camp');
  expect(screen.getByRole('heading', { name: 'About' })).toBeVisible();
  expect(preview()).toHaveTextContent(`Call ${FIRST_SCHOOL.phone}.`);
  const field = screen.getByLabelText('About the camp');
  const typed = '## Boats\n\n<b>No HTML</b>\n\n[here](/contact) [there](javascript:alert(1))';
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(typed);
  expect(within(preview()).getByRole('link', { name: 'here' })).toHaveAttribute('href', '/contact');
  expect(within(preview()).queryByRole('link', { name: 'there' })).toBeNull();
  expect(preview().querySelector('b')).toBeNull();

  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste('Fax {{fax}}');
  await save();
  expect(await screen.findByText(/There is no {{fax}}/)).toBeVisible();
  expect(saved.version).toBe(4);
});

// Rules: R619.
test('Home’s words show as they are typed; a page without one of them leaves it out, and a headline there must be', async () => {
  renderApp(<SchoolSettings />, { at: '/?part=texts' });
  await type('Headline of Home', '<b>Into the woods</b>');
  await userEvent.clear(screen.getByLabelText('Below the button'));
  expect(preview()).toHaveTextContent(
    '<b>Into the woods</b>To learn & gather knowledge about different skills in this summer camp campaignJoin the camp nowInspiring the young, one summer at a time.A Summer Camping Project',
  );
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  expect(saved.words).toEqual({
    ...FIRST_SCHOOL.words,
    headline: '<b>Into the woods</b>',
    hint: '',
  });
  await closeDialog();
  await type('Headline of Home', ' ');
  await save();
  expect(await screen.findByText('Home needs a headline.')).toBeVisible();
  expect(saved.version).toBe(5);
});

const LOGO = 'https://images.test/logo.jpg';
const choose = async (file: File) => {
  const field = await screen.findByLabelText(/^Logo/);
  await userEvent.upload(field, file, { applyAccept: false });
};
const png = (size = 3) => new File([new Uint8Array(size)], 'logo.png', { type: 'image/png' });
const marks = () =>
  [...preview().querySelectorAll('.logo-mark')].map((one) => one.getAttribute('src'));

// Rules: R609.
test('a logo is uploaded with the form and shows before that; taken away, a name stands alone', async () => {
  let uploads = 0;
  answerUpload(() => {
    uploads += 1;
    return { body: { secure_url: LOGO } };
  });
  saved = { ...saved, name: 'Pine Hill' };
  renderApp(<SchoolSettings />);
  await choose(png());
  expect(marks()).toEqual(['blob:preview', 'blob:preview']);
  expect(uploads).toBe(0);
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  expect(saved.logo).toBe(LOGO);
  closeDialog();
  await screen.findByRole('region', { name: 'What families read' });
  expect(marks()).toEqual([LOGO, LOGO]);
  await userEvent.click(screen.getByRole('button', { name: 'Take the logo away' }));
  expect(marks()).toEqual([]);
  await save();
  await vi.waitFor(() => expect(saved).toMatchObject({ logo: '', version: 6 }));
  expect(uploads).toBe(1);
});

test.each([
  ['of 40 MB', png(40 * 1024 * 1024), 'choose a picture of up to 5 MB'],
  ['as SVG', new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }), 'choose a JPEG, PNG'],
  ['that is broken', new File(['<svg/>'], 'logo.png', { type: 'image/png' }), 'can’t open'],
])(
  'a logo %s is refused with the reason, and nothing is uploaded or saved',
  async (what, file, reason) => {
    const uploads = vi.fn(() => ({ body: {} }));
    answerUpload(uploads);
    if (what === 'that is broken')
      vi.spyOn(globalThis, 'createImageBitmap').mockRejectedValue(new Error('no picture'));
    renderApp(<SchoolSettings />);
    await choose(file);
    await save();
    expect(await screen.findByText(new RegExp(reason))).toBeVisible();
    expect(uploads).not.toHaveBeenCalled();
    expect(saved.version).toBe(4);
  },
);

test('if the image host refuses a logo, it says so, and nothing is saved', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answerUpload(() => ({ status: 400, body: {} }));
  renderApp(<SchoolSettings />);
  await choose(png());
  await save();
  expect(await screen.findByText(/could not be uploaded/)).toBeVisible();
  expect(saved.version).toBe(4);
});

// Rules: R610.
test('a color shows in both themes before it is saved, and then at once in this tab; a light one is refused', async () => {
  renderApp(<SchoolSettings />);
  await type('Color', '#FFD400');
  await save();
  expect(await screen.findByText(/too light to read/)).toBeVisible();
  expect(saved.version).toBe(4);
  await type('Color', '#14532D');
  const [light, dark] = within(preview()).getAllByText('A link');
  const read = (element?: HTMLElement) =>
    element?.closest<HTMLElement>('[data-theme]')?.style.getPropertyValue('--color-primary');
  expect(read(light)).toBe('#14532d');
  expect(read(dark)).toBe(findColors('#14532d').dark);
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  expect(saved.color).toBe('#14532d');
  expect(document.getElementById('school-colors')?.textContent).toContain('#14532d');
});

// Rules: R632.
test('pictures that change on Home are uploaded, shown before that, and taken away one by one', async () => {
  let uploads = 0;
  answerUpload(() => ({ body: { secure_url: `https://images.test/${(uploads += 1)}.jpg` } }));
  renderApp(<SchoolSettings />);
  for (const place of [1, 2]) {
    const field = await screen.findByLabelText(new RegExp(`^Picture ${place}`));
    await userEvent.upload(field, png());
    await type(`Title of picture ${place}`, `Canoes ${place}`);
    await type(`What picture ${place} shows`, 'Children in canoes');
  }
  expect(within(preview()).getByText('Canoes 2')).toBeVisible();
  expect(uploads).toBe(0);
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  closeDialog();
  const alt = 'Children in canoes';
  expect(saved.slides).toEqual([
    { picture: 'https://images.test/1.jpg', title: 'Canoes 1', alt },
    { picture: 'https://images.test/2.jpg', title: 'Canoes 2', alt },
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Take picture 1 away' }));
  await save();
  await vi.waitFor(() => expect(saved.slides).toMatchObject([{ title: 'Canoes 2' }]));
});

test('after a picture that is taken away the others move up, also a chosen one, and what is wrong stands beside its field', async () => {
  answerUpload(() => ({ body: { secure_url: 'https://images.test/3.jpg' } }));
  const [picture, alt] = ['https://images.test/2.jpg', 'Canoes'];
  saved = { ...saved, slides: ['One', ''].map((title) => ({ picture, title, alt })) };
  renderApp(<SchoolSettings />);
  await userEvent.upload(await screen.findByLabelText(/^Picture 3/), png());
  const change = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  change('Title of picture 3', 'Three');
  change('What picture 3 shows', alt);
  await userEvent.click(screen.getByRole('button', { name: 'Take picture 1 away' }));
  expect(screen.queryByLabelText('Title of picture 3')).toBeNull();
  await save();
  await vi.waitFor(() =>
    expect(screen.getByLabelText('Title of picture 1')).toHaveAccessibleDescription(
      'Please fill this in.',
    ),
  );
  change('Title of picture 1', 'Two');
  await save();
  await vi.waitFor(() =>
    expect(saved.slides).toEqual([
      { picture, title: 'Two', alt },
      { picture: 'https://images.test/3.jpg', title: 'Three', alt },
    ]),
  );
});

// Rules: R609.
test('a picture of Home is saved with what it shows, and not without', async () => {
  answerUpload(() => ({ body: { secure_url: 'https://images.test/home.jpg' } }));
  renderApp(<SchoolSettings />);
  await userEvent.upload(await screen.findByLabelText(/^Picture of Home/), png());
  const fields = { 'body.home.alt': 'Say what.' };
  answer('PUT /school', () => refuse('invalid_input', { fields }));
  await save();
  expect(await screen.findByText('Say what.')).toBeVisible();
  let sent: VersionedSchool | undefined;
  answer('PUT /school', ({ body }) => {
    sent = body as VersionedSchool;
    return sent;
  });
  await type('What the picture of Home shows', 'Children in canoes');
  await save();
  await findDialog('Saved. Families read it on the next page that they load');
  expect(sent?.home).toEqual({
    picture: 'https://images.test/home.jpg',
    alt: 'Children in canoes',
  });
});
