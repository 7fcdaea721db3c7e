import { formatHours, nameDay } from '@speakifyr/contract/format.ts';
import { CAMP_NEEDS } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { type ClassSummary, readClassFacts, type SeatSummary } from '../../class-facts.ts';
import { makeSample, type Sample, sampleTax } from './mail-sample.ts';
import { listPlanSamples } from './plan-samples.ts';

const TRANSFER = { account: 'Lake Bank, account 0012 3456 7890', reference: 'RF18 1234 5678' };

/** What people may have typed. */
export type SampleTexts = {
  person: string;
  teacher: string;
  children: string[];
  className: string;
  message: string;
};

export const USUAL: SampleTexts = {
  person: 'Rosa Kaplan',
  teacher: 'Maren Solbakk',
  children: ['Mia Kaplan', 'Tom Kaplan', 'Ana Kaplan'],
  className: 'Sailing on the Lake',
  message:
    'Dear families,\n\nthe bus leaves at half past eight in front of the school. Please be there ten minutes early.\n\nSee you soon!',
};

/** When they are written: their days are true on this one. */
export const SAMPLE_NOW = new Date('2027-06-01T08:00:00Z');

const FULL: ClassSummary = {
  name: '',
  camp_start: '2027-07-05',
  camp_end: '2027-07-16',
  ...readClassFacts({ ageFrom: 8, ageTo: 12, dailyStart: '09:00', dailyEnd: '15:30' }),
  place: 'Boathouse on the lake',
  room: 104,
  instructor: 'Maren Solbakk',
  revision: 2,
};
/** A class as earlier versions made it, without an instructor, on a single day. */
const SPARSE: ClassSummary = {
  ...FULL,
  camp_end: FULL.camp_start,
  ...readClassFacts({}),
  instructor: null,
};

/** Every kind of content, in all variants, with these texts wherever people can type. */
export function listSamples(
  { person, teacher, children, className, message }: SampleTexts,
  { currency } = SCHOOL,
): Sample[] {
  const campClass = { ...FULL, name: className, instructor: teacher };
  const sparse = { ...SPARSE, name: className };
  const paymentId = 'pi_3Pq7Zx2eZvKYlo2C1gRkLmNo';
  const freeId = 'free_65f1c0ffee0123456789abcd';
  const seat = { entryCode: 'EXM-101', child: null, calendarId: paymentId };
  const childSeats = children.map((child, index) => ({
    entryCode: `EXM-10${index + 1}`,
    child,
    calendarId: `65f1c0ffee012345678900a${index}`,
  }));
  const [mia = seat, tom = seat] = childSeats;
  const charge = { amount: 18_950, currency };
  const tax = sampleTax(charge);
  const taxes = tax && [tax];
  const free = { ...charge, amount: 0 };
  const heldUntil = new Date('2027-06-01T08:10:00Z');
  const paidAt = new Date('2027-06-01T07:59:00Z');
  const method = 'card' as const;
  const changes = [
    { label: 'First day', was: nameDay('2027-06-28'), is: nameDay('2027-07-05') },
    { label: 'Place', was: '', is: className },
    { label: 'Room', was: '12', is: '104' },
    { label: 'Instructor', was: 'To be announced', is: person },
  ];
  const need = (child: string, id: string, ready = false) => ({
    ...{ child, missing: ready ? [] : [...CAMP_NEEDS] },
    path: `/dashboard/children/${id}`,
  });
  const share = {
    ...{ child: children[0] ?? '', who: person, youPay: 40 },
    path: '/dashboard/children/65f1c0ffee0123456789abcd#cost',
  };
  const team = {
    ...{ className, room: 8, place: className },
    hours: formatHours({ dailyStart: '09:00', dailyEnd: '15:00' }) ?? null,
    stay: { role: 'substitute' as const, from: '2027-07-05', to: '2027-07-06' },
  };
  const pickUp = {
    ...{ child: children[0] ?? '', adult: person, at: heldUntil },
    path: '/dashboard/children/65f1c0ffee0123456789abcd#pick-up',
  };
  const cameOrLeft = {
    ...{ child: children[0] ?? '', className, isLate: false },
    tap: {
      ...{ kind: 'in' as const, at: SAMPLE_NOW, day: '2027-06-01' },
      ...{ adult: null, isAlone: false, isToAsk: false },
    },
  };
  const alone = { child: pickUp.child, path: pickUp.path };
  const item = { className, child: null, amount: charge.amount };
  const given = (place: SeatSummary) => ({
    ...{ ...item, child: place.child, outcome: 'given' as const, campClass, seat: place },
    needs: place.child === null ? null : need(place.child, place.calendarId),
    freeUntil: '2027-06-21',
    ...{ owed: [], card: null, extras: [] },
  });
  const lose = (place: SeatSummary | null) => ({
    ...{ ...item, child: place?.child ?? null },
    entry: place && { campClass, seat: { ...place, entryCode: '' } },
  });
  const ask = (name: string, index: number) => ({
    ...{ name, className, camp_start: campClass.camp_start },
    path: `/dashboard/children/65f1c0ffee012345678900a${index}`,
  });
  return [
    makeSample('welcome', '', {}),
    makeSample('seat held', '', {
      seats: [{ campClass, child: null, price: 189.5, heldUntil, movesFrom: null }],
    }),
    makeSample('seat held', 'sparse', {
      seats: [{ campClass: sparse, child: null, price: 0, heldUntil, movesFrom: null }],
    }),
    makeSample('seat held', 'child', {
      seats: [
        {
          campClass,
          child: mia.child,
          price: 189.5,
          heldUntil,
          movesFrom: null,
        },
      ],
    }),
    makeSample('seat held', 'children', {
      seats: childSeats.map(({ child }) => ({
        campClass,
        child,
        price: 189.5,
        heldUntil,
        movesFrom: null,
      })),
    }),
    makeSample('seat held', 'moves', {
      seats: [
        {
          campClass,
          child: mia.child,
          price: 20,
          heldUntil,
          movesFrom: `Old ${className}`,
        },
      ],
    }),
    makeSample('seat held', 'days', {
      seats: [
        {
          ...{ campClass, child: mia.child, price: 20, heldUntil },
          ...{ movesFrom: className, addsDays: true },
        },
      ],
    }),
    makeSample('seat reserved', '', {
      ...{ campClass, child: mia.child, price: 189.5, heldUntil, movesFrom: null },
      transfer: TRANSFER,
    }),
    makeSample('pay link', '', {
      ...{ classNames: [className, 'Chess'], charge, heldUntil },
      path: '/pay#K7QM2ZPA9RXC',
    }),
    makeSample('paid', '', { items: [given(seat)], charge, taxes, paymentId, paidAt, method }),
    makeSample('paid', 'free', {
      items: [{ ...given(seat), campClass: sparse, amount: 0 }],
      charge: free,
      paymentId: freeId,
      paidAt,
      method: 'free',
    }),
    makeSample('paid', 'child', { items: [given(mia)], charge, taxes, paymentId, paidAt, method }),
    makeSample('paid', 'children', {
      items: childSeats.map(given),
      charge: { ...charge, amount: 3 * charge.amount },
      paymentId,
      paidAt,
      method,
    }),
    makeSample('paid', 'not all', {
      items: [
        given(mia),
        { ...item, child: tom.child, outcome: 'refused', refund: 'pending' },
        { ...item, child: null, outcome: 'refused', refund: 'failed' },
        { ...item, child: tom.child, outcome: 'taken' },
      ],
      charge: { ...charge, amount: 4 * charge.amount },
      paymentId,
      paidAt,
      method,
    }),
    makeSample('paid', 'difference', {
      items: [{ ...item, child: mia.child, outcome: 'moved' }],
      charge,
      paymentId,
      paidAt,
      method,
    }),
    makeSample('paid', 'one canceled', {
      items: [given(mia), { ...item, child: tom.child, outcome: 'canceled' }],
      charge: { ...charge, amount: 2 * charge.amount },
      paymentId,
      paidAt,
      method,
    }),
    makeSample('paid', 'no longer a guardian', {
      items: [{ ...item, child: mia.child, outcome: 'hidden' }],
      charge,
      paymentId,
      paidAt,
      method,
    }),
    makeSample('payment refused', '', {
      ...{ lost: [lose(null)], charge, paymentId, heldUntil: null },
    }),
    makeSample('payment refused', 'children, held', {
      lost: childSeats.map(({ child }) => ({ ...lose(null), child })),
      ...{ charge, paymentId, heldUntil },
    }),
    makeSample('payment due', 'soon', {
      ...{ className: campClass.name, child: mia.child, isLate: false, currency: charge.currency },
      releaseOn: null,
      owed: [
        { due: '2027-06-01', amount: 2_000 },
        { due: '2027-06-20', amount: 5_000 },
      ],
      card: null,
      transfer: TRANSFER,
      ...{ isOthers: false, isTakenOver: false },
    }),
    makeSample('payment due', 'charged', {
      ...{ isOthers: false, isTakenOver: false },
      ...{ className: campClass.name, child: mia.child, isLate: false, currency: charge.currency },
      releaseOn: null,
      ...{ owed: [{ due: '2027-06-01', amount: 2_000 }], card: '4242', transfer: null },
    }),
    makeSample('payment due', 'taken over', {
      ...{ className: campClass.name, child: mia.child, isLate: false, currency: charge.currency },
      ...{ owed: [{ due: '2027-06-01', amount: 2_000 }], card: null, transfer: null },
      ...{ releaseOn: null, isOthers: false, isTakenOver: true },
    }),
    makeSample('payment due', 'of the other household', {
      ...{ className: campClass.name, child: mia.child, isLate: true, currency: charge.currency },
      ...{ owed: [{ due: '2027-06-01', amount: 2_000 }], card: null, transfer: null },
      ...{ releaseOn: '2027-06-16', isOthers: true, isTakenOver: false },
    }),
    makeSample('payment due', 'late', {
      ...{ isOthers: false, isTakenOver: false },
      ...{ className: campClass.name, child: null, isLate: true, currency: charge.currency },
      ...{ owed: [{ due: '2027-06-01', amount: 2_000 }], card: null, transfer: null },
      releaseOn: '2027-06-16',
    }),
    makeSample('paid', 'deposit', {
      items: [{ ...given(mia), owed: [{ due: '2027-06-01', amount: 2_000 }] }],
      ...{ charge, method: 'cash', paymentId, paidAt },
    }),
    makeSample('paid', 'in parts, with lunch', {
      items: [
        {
          ...{ ...given(mia), owed: [{ due: '2027-06-01', amount: 2_000 }] },
          ...{ card: 'Visa 4242', extras: ['Lunch', 'T-shirt, M'] },
        },
      ],
      ...{ charge, method: 'card', paymentId, paidAt },
    }),
    makeSample('paid', 'balance', {
      items: [
        { ...item, outcome: 'balance', card: null, owed: [{ due: '2027-06-01', amount: 2_000 }] },
      ],
      ...{ charge, method: 'card', paymentId, paidAt },
    }),
    makeSample('payment bounced', 'owed again', {
      ...{ method: 'cheque', charge, rest: free, owed: free, paymentId, transfer: TRANSFER },
      seats: [{ className: campClass.name, child: mia.child, heldUntil: null, stays: true }],
    }),
    makeSample('card declined', 'tried again', {
      ...{ lost: lose(null), charge, due: campClass.camp_start, last4: '4242' },
      ...{ asksPayer: false, nextTry: heldUntil },
    }),
    makeSample('card declined', 'asks the payer', {
      ...{ lost: lose(null), charge, due: campClass.camp_start, last4: '4242' },
      ...{ asksPayer: true, nextTry: null },
    }),
    makeSample('payment bounced', 'reserved again', {
      ...{ method: 'cheque', charge, rest: free, owed: free, paymentId, transfer: TRANSFER },
      seats: [{ className: campClass.name, child: mia.child, heldUntil }],
    }),
    makeSample('payment bounced', 'ended', {
      ...{ method: 'bank transfer', charge, rest: charge, owed: charge, paymentId, transfer: null },
      seats: childSeats.map(({ child }) => ({ className: campClass.name, child, heldUntil: null })),
    }),
    makeSample('refunded', 'no seat', {
      lost: [lose(null)],
      ...{ isWhole: true, charge, paymentId, reason: 'no seat', state: 'succeeded' },
    }),
    makeSample('refunded', 'no seats', {
      lost: childSeats.map(({ child }) => ({ ...lose(null), child })),
      ...{ isWhole: true, charge, paymentId, reason: 'no seat', state: 'failed' },
    }),
    makeSample('refunded', 'by the school', {
      lost: [lose(seat)],
      ...{ isWhole: true, charge, paymentId, reason: 'by the school', state: 'succeeded' },
    }),
    makeSample('refunded', 'children', {
      lost: childSeats.map(lose),
      ...{ isWhole: true, charge, paymentId, reason: 'by the school', state: 'succeeded' },
    }),
    makeSample('refunded', 'one of several', {
      lost: [lose(mia)],
      ...{ isWhole: false, charge, paymentId, reason: 'by the school', state: 'succeeded' },
    }),
    makeSample('refunded', 'a part', {
      lost: [],
      ...{ isWhole: false, charge, paymentId, reason: 'by the school', state: 'pending' },
    }),
    makeSample('refunded', 'by an admin', {
      lost: [],
      ...{ isWhole: false, charge, paymentId, reason: 'by admin', state: 'pending' },
    }),
    makeSample('class changed', '', { campClass, changes, seats: [seat] }),
    makeSample('class changed', 'instructor', { campClass: sparse, changes, seats: [] }),
    makeSample('class changed', 'children', { campClass, changes, seats: childSeats }),
    makeSample('class canceled', '', {
      campClass,
      seats: [seat],
      payment: { charges: [charge], ids: [paymentId], comesBack: 'by hand' },
      message: '',
    }),
    makeSample('class canceled', 'free', {
      campClass: sparse,
      seats: [seat],
      payment: { charges: [free], ids: [freeId], comesBack: 'by hand' },
      message: '',
    }),
    makeSample('class canceled', 'children', {
      campClass,
      seats: childSeats,
      payment: { charges: [charge], ids: [paymentId], comesBack: 'by hand' },
      message: '',
    }),
    makeSample('class canceled', 'by itself', {
      campClass,
      seats: [mia, tom].map((place) => ({ ...place, entryCode: '' })),
      payment: { charges: [charge], ids: [paymentId], comesBack: 'by itself' },
      message,
    }),
    makeSample('class canceled', 'reserved', {
      ...{ campClass, seats: [], reserved: [tom], payment: null, message },
    }),
    makeSample('class canceled', 'one of two reserved', {
      campClass,
      seats: [{ ...mia, entryCode: '' }],
      reserved: [tom],
      payment: { charges: [charge], ids: [paymentId], comesBack: 'by itself' },
      message: '',
    }),
    makeSample('class canceled', 'instructor', { campClass, seats: [], payment: null, message }),
    makeSample('class canceled', 'other guardian', {
      campClass,
      seats: [mia],
      payment: null,
      message: '',
    }),
    makeSample('reminder', 'week', {
      ...{ campClass, seats: [seat], days: 7, needs: [], freeUntil: '2027-06-30' },
    }),
    makeSample('reminder', 'tomorrow', {
      ...{ campClass: sparse, seats: [seat], days: 1, needs: [], freeUntil: null },
    }),
    makeSample('reminder', 'child', {
      ...{ campClass, seats: [mia], days: 1, freeUntil: null },
      needs: [need(mia.child ?? '', mia.calendarId, true)],
    }),
    makeSample('reminder', 'children', {
      ...{ campClass, seats: childSeats, days: 7, freeUntil: null },
      needs: childSeats.map(({ child, calendarId }) => need(child, calendarId)),
    }),
    makeSample('seat booked', '', {
      ...{ booked: [{ campClass, seat: mia }], by: person },
      needs: [need(mia.child ?? '', mia.calendarId, true)],
    }),
    makeSample('seat booked', 'children', {
      ...{ booked: childSeats.map((one) => ({ campClass, seat: one })), by: null },
      needs: childSeats.map(({ child, calendarId }) => need(child, calendarId)),
    }),
    makeSample('guardian invited', 'children', {
      ...{ from: 'rosa@camp.example', name: 'Rosa Kaplan', children: 2, names: ['Mia', 'Tom'] },
      ...{ may: ['see'], expiresAt: heldUntil },
    }),
    makeSample('guardian invited', '', {
      from: 'rosa@camp.example',
      name: null,
      children: 1,
      names: null,
      may: ['see', 'book'],
      expiresAt: heldUntil,
    }),
    makeSample('cost share', '', { ...share, news: 'asked' }),
    makeSample('cost share', 'accepted', { ...share, news: 'accepted', youPay: 60 }),
    makeSample('cost share', 'declined', { ...share, news: 'declined', youPay: null }),
    makeSample('cost share', 'ended', { ...share, news: 'ended', youPay: null, who: null }),
    makeSample('answer in app', '', {}),
    makeSample('class team', '', { ...team, news: 'added' }),
    makeSample('class team', 'changed', { ...team, news: 'changed' }),
    makeSample('class team', 'taken off', { ...team, news: 'taken off', stay: null }),
    makeSample('class team', 'canceled', { ...team, news: 'canceled' }),
    makeSample('age allowed', '', {
      ...{ child: children[0] ?? '', className, isAllowed: true },
      path: '/classes/65f1c0ffee0123456789abcd',
    }),
    makeSample('age allowed', 'taken back', {
      ...{ child: children[0] ?? '', className, isAllowed: false },
      path: '/classes/65f1c0ffee0123456789abcd',
    }),
    makeSample('pick-up code', '', { ...pickUp, news: 'made' }),
    makeSample('pick-up code', 'withdrawn', {
      ...pickUp,
      news: 'withdrawn',
      adult: null,
      at: null,
    }),
    makeSample('pick-up code', 'left', { ...pickUp, news: 'left' }),
    makeSample('document refused', '', { form: className, child: children[0] ?? '' }),
    makeSample('document refused', 'family', { form: className, child: null }),
    makeSample('form signed', '', {
      ...{ form: className, text: message, version: 2, name: person },
      ...{ child: children[0] ?? '', at: SAMPLE_NOW },
    }),
    makeSample('form signed', 'family', {
      ...{ form: className, text: message, version: 1, name: person, child: null, at: SAMPLE_NOW },
    }),
    makeSample('friends', '', { news: 'asked', child: children[0] ?? '', className }),
    makeSample('friends', 'accepted', {
      ...{ news: 'accepted', child: children[0] ?? '', className },
    }),
    makeSample('leaving alone', '', { ...alone, from: '12:30' }),
    makeSample('leaving alone', 'taken back', { ...alone, from: null }),
    makeSample('right ended', '', {
      ...{ child: children[0] ?? '', healthToConfirm: true, mayChange: true },
      ended: ['contacts', 'pick-up code', 'leaving alone', 'photo', 'note', 'invitations'],
      path: '/dashboard/children/65f1c0ffee0123456789abcd',
    }),
    makeSample('right ended', 'to a guardian who may only see', {
      ...{ child: children[0] ?? '', healthToConfirm: false, mayChange: false, ended: ['photo'] },
      path: '/dashboard/children/65f1c0ffee0123456789abcd',
    }),
    makeSample('entry left', '', {
      ...{ toDecide: 1, isToCall: false },
      path: '/dashboard/families/65f1c0ffee0123456789abcd',
    }),
    makeSample('entry left', 'nobody logs in', {
      ...{ toDecide: 0, isToCall: true },
      path: '/dashboard/families/65f1c0ffee0123456789abcd',
    }),
    makeSample('new name', '', { name: person, children }),
    ...(['code', 'name'] as const).map((news) =>
      makeSample('pick-up to check', news === 'code' ? '' : news, {
        ...{ news, child: children[0] ?? '', familyId: '65f1c0ffee0123456789abcd' },
      }),
    ),
    makeSample('incident', '', {
      ...{ child: children[0] ?? '', className, day: campClass.camp_start },
      path: '/dashboard/children/65f1c0ffee0123456789abcd',
    }),
    ...(['in', 'out', 'absent'] as const).map((kind) =>
      makeSample('came or left', kind === 'in' ? '' : kind, {
        ...cameOrLeft,
        tap: { ...cameOrLeft.tap, kind, adult: kind === 'out' ? person : null },
      }),
    ),
    makeSample('came or left', 'asked and late', {
      ...{ ...cameOrLeft, isLate: true },
      tap: { ...cameOrLeft.tap, kind: 'out', isToAsk: true },
    }),
    makeSample('came or left', 'corrected', {
      ...cameOrLeft,
      corrected: { isHere: false, last: null },
    }),
    ...(['not_listed', 'not_alone', 'code_wrong', 'must_not_collect'] as const).flatMap(
      (problem) => {
        const left = {
          ...{ child: children[0] ?? '', className, at: heldUntil, problem },
          adult: problem === 'not_alone' || problem === 'must_not_collect' ? null : person,
        };
        const variant = problem === 'not_listed' ? '' : problem;
        return [
          makeSample('left not allowed', variant, left),
          makeSample('check hand-over', variant, {
            ...left,
            by: person,
            path: '/dashboard/classes',
          }),
        ];
      },
    ),
    ...[true, false].map((isAbsent) =>
      makeSample('absence said', isAbsent ? '' : 'comes', {
        ...{ child: children[0] ?? '', className, day: campClass.camp_start },
        ...{ by: person, isAbsent },
      }),
    ),
    makeSample('health question', 'child', { children: [ask(children[0] ?? '', 0)] }),
    makeSample('health question', 'children', { children: children.map(ask) }),
    makeSample('new role', 'instructor', { role: 'instructor' }),
    makeSample('new role', 'invited instructor', { role: 'instructor', isInvited: true }),
    makeSample('new role', 'admin', { role: 'admin' }),
    makeSample('new role', 'no longer admin', { role: 'student' }),
    makeSample('test mail', '', {}),
    makeSample('confirm address', '', { token: 'Zk3vT1_c-9QdJ7yLwXb2RfAaMn50HsPe' }),
    makeSample('account removed', '', {}),
    makeSample('account reopened', '', { hasLogIn: true, handedOver: true, lostCard: true }),
    makeSample('account reopened', 'without a log-in', {
      ...{ hasLogIn: false, handedOver: false, lostCard: false },
    }),
    makeSample('guardian back', '', { name: person, children }),
    makeSample('account deleted', '', {}),
    makeSample('families merged', '', { email: 'amelia.moore@example.com' }),
    makeSample('merge asked', '', {
      ...{ account: 'Amelia Moore (a…@example.com)', until: '2027-06-14' },
    }),
    ...(['corrected', 'unlinked', 'emails elsewhere', 'merged'] as const).map((why) =>
      makeSample('address ended', why, { why }),
    ),
    makeSample('contact copy', '', { message, at: paidAt }),
    makeSample('contact reply', '', { reply: message, message, at: paidAt }),
    makeSample('contact reply', 'to an unknown address', {
      reply: message,
      message: null,
      at: paidAt,
    }),
    makeSample('contact form', '', {
      name: person,
      email: 'guest@camp.example',
      message,
      at: new Date('2027-06-01T07:00:00Z'),
    }),
    ...listPlanSamples({ campClass, sparse, mia, tom, own: seat, charge, paymentId, person }),
    makeSample('school message', '', {
      ...{ classNames: [className], group: 'enrolled', subject: className },
      ...{ text: message, from: person },
    }),
    makeSample('school message', 'to one group', {
      ...{ classNames: [className], group: 'enrolled', isOneGroup: true, subject: className },
      ...{ text: message, from: person },
    }),
    makeSample('school message', 'to those who wait', {
      ...{ classNames: [className, className], group: 'waiting', subject: className },
      ...{ text: message, from: person },
    }),
  ];
}
