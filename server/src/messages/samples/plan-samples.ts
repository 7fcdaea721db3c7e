import type { EntryFacts, ClassSummary, SeatSummary } from '../../class-facts.ts';
import type { Charge } from '../parts/props.ts';
import { makeSample, type Sample, sampleTax } from './mail-sample.ts';

type SampleFacts = {
  campClass: ClassSummary;
  sparse: ClassSummary;
  mia: SeatSummary;
  tom: SeatSummary;
  /** The reader's own seat. */
  own: SeatSummary;
  charge: Charge;
  paymentId: string;
  person: string;
};

/** The mails about plans that change: canceled and moved seats, waiting lists and money that needs an admin. */
export function listPlanSamples(base: SampleFacts): Sample[] {
  return [...listCanceled(base), ...listMoved(base), ...listWaiting(base), ...listMoney(base)];
}

const BY_PARENT = 'parent' as const;

function listCanceled({ campClass, mia, own, charge, paymentId }: SampleFacts): Sample[] {
  const { name: className } = campClass;
  const none = { ...charge, amount: 0 };
  const entryOf = (seat: SeatSummary): EntryFacts => ({
    campClass,
    seat: { ...seat, entryCode: '' },
  });
  const half = { ...charge, amount: charge.amount / 2 };
  const ofMia = { className, child: mia.child, entry: entryOf(mia) };
  const ofOwn = { className, child: null, entry: entryOf(own) };
  const ids = [paymentId];
  const tax = sampleTax(charge);
  const taxes = tax && [tax];
  return [
    makeSample('seat canceled', '', {
      ...ofOwn,
      ...{ by: BY_PARENT, money: { refund: charge, kept: none, ids, state: 'sent', taxes } },
    }),
    makeSample('seat canceled', 'half', {
      ...ofMia,
      ...{ by: BY_PARENT, money: { refund: half, kept: half, ids, state: 'pending' } },
    }),
    makeSample('seat canceled', 'credit', {
      ...ofMia,
      ...{ by: BY_PARENT, money: { refund: none, credit: half, kept: half, ids, state: null } },
    }),
    makeSample('seat canceled', 'credit and a refund', {
      ...ofMia,
      ...{ by: BY_PARENT, money: { refund: half, credit: half, kept: none, ids, state: 'sent' } },
    }),
    makeSample('seat canceled', 'nothing', {
      ...ofMia,
      ...{ by: BY_PARENT, money: { refund: none, kept: charge, ids, state: null } },
    }),
    makeSample('seat canceled', 'free', {
      ...ofOwn,
      ...{ by: BY_PARENT, money: { refund: none, kept: none, ids: [], state: null } },
    }),
    makeSample('seat canceled', 'by the school', {
      ...ofMia,
      ...{ by: 'school', money: { refund: half, kept: half, ids, state: 'failed' } },
    }),
    makeSample('seat canceled', 'resold', {
      ...ofMia,
      ...{ by: 'next person', money: { refund: charge, kept: none, ids, state: 'sent' } },
    }),
    makeSample('seat canceled', 'other guardian', { ...ofMia, by: BY_PARENT, money: null }),
    makeSample('seat canceled', 'resold, other guardian', {
      ...ofMia,
      ...{ by: 'next person', money: null },
    }),
    makeSample('seat canceled', 'payment returned', {
      ...ofMia,
      ...{ by: 'returned', money: { refund: charge, kept: none, ids, state: 'sent' } },
    }),
    makeSample('seat canceled', 'payment returned, nothing left', {
      ...ofMia,
      ...{ by: 'returned', money: { refund: none, kept: none, ids: [], state: null } },
    }),
    makeSample('seat canceled', 'payment returned, other guardian', {
      ...ofMia,
      ...{ by: 'returned', money: null },
    }),
    makeSample('seat canceled', 'not paid', {
      ...ofMia,
      ...{ by: 'not paid', money: { refund: half, kept: half, ids, state: 'sent' } },
    }),
    makeSample('seat canceled', 'not paid, other guardian', {
      ...ofMia,
      ...{ by: 'not paid', money: null },
    }),
    makeSample('seat canceled', 'no longer a guardian', {
      ...ofMia,
      entry: null,
      ...{ by: 'school', money: { refund: charge, kept: none, ids, state: 'sent' } },
    }),
  ];
}

function listMoved({ campClass, sparse, mia, tom, own, charge }: SampleFacts): Sample[] {
  const old = { ...sparse, name: `Old ${campClass.name}` };
  const movedMia = { ...mia, entryCode: 'NEW-107', calendarId: '65f1c0ffee012345678900b0' };
  const fromMia = { campClass: old, seat: { ...mia, entryCode: '' } };
  const toMia = { campClass, seat: movedMia };
  const days = [campClass.camp_start, campClass.camp_end];
  const onTwoDays = { ...campClass, days };
  const common = { isSameClass: false, isBySchool: false, note: null };
  const sibling = {
    from: { campClass, seat: { ...mia, entryCode: '' } },
    to: { campClass, seat: { ...mia, child: tom.child } },
    isSameClass: true,
    isBySchool: false,
    note: null,
  };
  return [
    makeSample('seat moved', '', {
      ...{ from: { ...fromMia, seat: { ...own, entryCode: '' } }, ...common },
      to: { campClass, seat: { ...own, entryCode: 'NEW-107', calendarId: movedMia.calendarId } },
      money: { paid: null, back: null, kept: null, waived: null },
    }),
    makeSample('seat moved', 'dearer', {
      ...{ from: fromMia, to: toMia, ...common },
      money: { paid: charge, back: null, kept: null, waived: null },
    }),
    makeSample('seat moved', 'dearer, and waived', {
      ...{ from: fromMia, to: toMia, ...common, isBySchool: true, note: campClass.name },
      money: { paid: null, back: null, kept: null, waived: charge },
    }),
    makeSample('move asked', '', {
      ...{ from: old.name, campClass, child: mia.child, price: 15, note: campClass.name },
      ...{ until: new Date('2027-06-02T08:10:00Z'), path: '/dashboard/payment?cartId=1' },
    }),
    makeSample('seat moved', 'cheaper', {
      ...{ from: fromMia, to: toMia, ...common, isBySchool: true, note: null },
      money: { paid: null, back: charge, kept: null, waived: null },
    }),
    makeSample('seat moved', 'cheaper, and a part is kept', {
      ...{ from: fromMia, to: toMia, ...common },
      money: { paid: null, back: charge, kept: charge, waived: null },
    }),
    makeSample('seat moved', 'cheaper, and all is kept', {
      ...{ from: fromMia, to: toMia, ...common },
      money: { paid: null, back: null, kept: charge, waived: null },
    }),
    makeSample('seat moved', 'sibling', {
      ...sibling,
      money: { paid: null, back: null, kept: null, waived: null },
    }),
    makeSample('seat moved', 'days', {
      ...{ from: null, to: { campClass: onTwoDays, seat: mia }, ...common, isSameClass: true },
      ...{ hasOtherDays: true, money: { paid: null, back: charge, kept: charge, waived: null } },
    }),
    makeSample('move asked', 'days', {
      ...{ from: null, campClass: onTwoDays, child: mia.child, price: 15, note: campClass.name },
      ...{ until: new Date('2027-06-02T08:10:00Z'), path: '/dashboard/payment?cartId=1' },
    }),
    makeSample('seat moved', 'both', {
      ...{ from: fromMia, to: { ...toMia, seat: { ...movedMia, child: tom.child } }, ...common },
      money: { paid: null, back: null, kept: null, waived: null },
    }),
    makeSample('seat moved', 'guardian of the first', { ...sibling, to: null, money: null }),
    makeSample('seat moved', 'guardian of the second', { ...sibling, from: null, money: null }),
  ];
}

function listWaiting({ campClass, sparse, mia, tom }: SampleFacts): Sample[] {
  const children = [mia, tom].flatMap(({ child }) => child ?? []);
  const alone = { campClass: sparse, children: [] };
  const one = { campClass, children: children.slice(0, 1) };
  const both = { campClass, children };
  const until = new Date('2027-06-02T08:10:00Z');
  const path = '/classes/65f1c0ffee0123456789abcd';
  return [
    makeSample('waiting joined', '', { ...alone, together: true, position: 12 }),
    makeSample('waiting joined', 'child', { ...one, together: true, position: 1 }),
    makeSample('waiting joined', 'together', { ...both, together: true, position: 2 }),
    makeSample('waiting joined', 'one is fine', { ...both, together: false, position: 2 }),
    makeSample('seat kept', '', { ...both, seats: 1, until }),
    makeSample('seat kept', 'several', { ...both, seats: 2, until }),
    makeSample('seat offered', '', { ...alone, prices: [0], until }),
    makeSample('seat offered', 'child', { ...one, prices: [189.5], until }),
    makeSample('seat offered', 'children', { ...both, prices: [189.5, 170.55], until }),
    makeSample('call family', '', {
      ...{ ...alone, prices: [0], until, familyId: '65f1c0ffee0123456789abcd' },
      ...{ family: 'Rosa Byron', phone: null },
    }),
    makeSample('call family', 'children', {
      ...{ ...both, prices: [189.5], until, familyId: '65f1c0ffee0123456789abcd' },
      ...{ family: 'Rosa Byron', phone: '+1 202 555 0143' },
    }),
    makeSample('offer ended', '', alone),
    makeSample('offer ended', 'children', both),
    makeSample('seats free', '', { ...alone, free: 1, price: 189.5, path }),
    makeSample('seats free', 'children', { ...both, free: 3, price: 189.5, path }),
    makeSample('waiting closed', 'canceled', { className: campClass.name, why: 'canceled' }),
    makeSample('waiting closed', 'started', { className: campClass.name, why: 'started' }),
    makeSample('waiting closed', 'begun', { className: campClass.name, why: 'begun' }),
    makeSample('waiting closed', 'misfit', {
      ...{ className: campClass.name, why: 'misfit', children },
    }),
    makeSample('waiting closed', 'lapsed', { className: campClass.name, why: 'lapsed', path }),
  ];
}

function listMoney({ campClass, charge, paymentId, person }: SampleFacts): Sample[] {
  const common = {
    classNames: [campClass.name],
    payer: 'rosa@camp.example',
    ...{ charge, paymentId },
  };
  const paidAt = new Date('2027-06-01T07:59:00Z');
  const steps = [
    { daysBefore: 14, percent: 100, fee: 1_000 },
    { daysBefore: 1, percent: 50, fee: 0 },
  ];
  return [
    makeSample('refund failed', '', {
      ...common,
      method: 'card',
      failure: person,
      reason: 'class canceled',
    }),
    makeSample('refund failed', 'cash', {
      ...common,
      method: 'cash',
      failure: '',
      reason: 'class canceled',
    }),
    makeSample('refund failed', 'several', {
      ...common,
      classNames: [campClass.name, `Other ${campClass.name}`],
      ...{ method: 'card', failure: '', reason: 'by admin' },
    }),
    makeSample('payment disputed', '', {
      ...{ ...common, stage: 'dispute' },
      ...{ paidAt, dueBy: new Date('2027-06-11T00:00:00Z'), terms: { version: 3, steps } },
    }),
    makeSample('seat ended', '', {
      ...{ why: 'payment returned', className: campClass.name, payer: common.payer, paymentId },
      ...{ refund: charge, kept: { ...charge, amount: 0 } },
    }),
    makeSample('seat ended', 'a part is kept', {
      ...{ why: 'not paid', className: campClass.name, payer: common.payer, paymentId },
      ...{ refund: { ...charge, amount: 0 }, kept: charge, waived: null },
    }),
    makeSample('payment disputed', 'no terms', {
      ...{ ...common, stage: 'dispute' },
      ...{ paidAt, dueBy: null, terms: { version: 1, steps: [] } },
    }),
    makeSample('payment disputed', 'inquiry', {
      ...{ ...common, stage: 'inquiry' },
      ...{ paidAt, dueBy: new Date('2027-06-11T00:00:00Z'), terms: { version: 3, steps } },
    }),
    makeSample('payment disputed', 'won back', {
      ...{ ...common, stage: 'won back' },
      ...{ paidAt, dueBy: null, terms: { version: 3, steps } },
    }),
  ];
}
