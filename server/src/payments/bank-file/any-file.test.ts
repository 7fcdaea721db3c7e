import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBankFile } from './read-bank-file.ts';

/** Names of columns that banks use, in any order and any mixture. */
const NAMES = {
  day: [
    ...[
      'Date',
      'Booking Date',
      'Posting Date',
      'Transaction Date',
      'Completed Date',
      'Post Date',
      'Txn Date',
    ],
    ...[
      'Datum',
      'Buchungstag',
      'Buchungsdatum',
      'BookingDate',
      'Fecha',
      'Fecha contable',
      'Data contabile',
    ],
    ...[
      'Date de comptabilisation',
      'Boekdatum',
      'Data księgowania',
      'Bokföringsdag',
      'Bogføringsdato',
      'Kirjauspäivä',
    ],
  ],
  amount: [
    ...[
      'Amount',
      'Amount (EUR)',
      'Amt',
      'Transaction Amount',
      'Betrag',
      'Betrag (EUR)',
      'Betrag in EUR',
      'Umsatz',
    ],
    ...[
      'Montant',
      'Importe',
      'Importo',
      'Bedrag (EUR)',
      'Belopp',
      'Beløb',
      'Kwota',
      'Částka',
      'Valor',
      'Gross',
    ],
  ],
  in: [
    ...[
      'Credit',
      'Credit Amount',
      'Paid in',
      'Money In',
      'Deposits',
      'Haben',
      'Gutschrift',
      'Einnahmen',
      'Crédit',
    ],
    ...[
      'Abono',
      'Haber',
      'Accrediti',
      'Avere',
      'Bij',
      'Uznania',
      'Insättning',
      'Inn på konto',
      'Amount In',
      'Recettes',
    ],
  ],
  out: [
    ...[
      'Debit',
      'Debit Amount',
      'Paid out',
      'Money Out',
      'Withdrawals',
      'Soll',
      'Lastschrift',
      'Ausgaben',
      'Débit',
    ],
    ...[
      'Cargo',
      'Debe',
      'Addebiti',
      'Dare',
      'Af',
      'Obciążenia',
      'Uttag',
      'Ut fra konto',
      'Amount Out',
      'Dépenses',
    ],
  ],
  sign: [
    'Debit/Credit',
    'Credit Debit Indicator',
    'Soll/Haben',
    'S/H',
    'D/C',
    'Dr/Cr',
    'Direction',
    'Af Bij',
    'Type',
  ],
  currency: [
    'Currency',
    'Währung',
    'Waehrung',
    'CCY',
    'Devise',
    'Divisa',
    'Valuta',
    'Waluta',
    'Moneda',
  ],
  state: ['State', 'Status', 'Buchungsstatus', 'Estado', 'Stato', 'Info', 'Statut'],
  text: [
    'Description',
    'Reference',
    'Payment Reference',
    'Verwendungszweck',
    'Details',
    'Libellé',
    'Concepto',
    'Text',
  ],
  name: [
    'Name',
    'Payer',
    'Partner Name',
    'Auftraggeber',
    'Beguenstigter/Zahlungspflichtiger',
    'Counterparty',
  ],
  changing: [
    'Balance',
    'Running Bal.',
    'Saldo',
    'Saldo nach Buchung',
    'Available Balance',
    'Solde',
    'Kontostand',
  ],
  never: [
    'Original Amount',
    'Foreign Amount',
    'Lastschrift Ursprungsbetrag',
    'Fee',
    'Auslagenersatz',
    'Instructed Amount',
  ],
};
const WORDS = {
  in: ['C', 'CR', 'Credit', 'CRDT', 'H', 'Haben', 'IN', 'Bij', '+'],
  out: ['D', 'DR', 'Debit', 'DBIT', 'S', 'Soll', 'OUT', 'Af', '-'],
  booked: ['COMPLETED', 'Booked', 'Posted', 'Umsatz gebucht', 'Cleared', ''],
  pending: [
    'PENDING',
    'REVERTED',
    'DECLINED',
    'FAILED',
    'Umsatz vorgemerkt',
    'Storniert',
    'CANCELLED',
  ],
};
const DELIMITERS = [',', ';', '\t', '|'];
const MINUS = ['-', '\u2212', '\u2013'];

const line = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  cents: fc.integer({ min: 1, max: 1_000_000_00 }),
  isOut: fc.boolean(),
  isPending: fc.boolean(),
  isForeign: fc.boolean(),
  name: fc.constantFrom('Rosa Muster', 'Leo', 'J. Ö. Byron'),
  text: fc.stringMatching(/^[A-Za-z ,;'.]{0,20}$/),
});
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

const pick = (names: string[]) => fc.constantFrom(...names);
const style = fc.record({
  way: fc.constantFrom('signed', 'pair', 'word'),
  delimiter: pick(DELIMITERS),
  decimal: pick([',', '.']),
  isGrouped: fc.boolean(),
  minus: pick(MINUS),
  unit: pick(['', '', ' €', ' EUR']),
  isIso: fc.boolean(),
  hasCurrency: fc.boolean(),
  hasState: fc.boolean(),
  hasBefore: fc.boolean(),
  names: fc.record({
    ...{
      day: pick(NAMES.day),
      amount: pick(NAMES.amount),
      in: pick(NAMES.in),
      out: pick(NAMES.out),
    },
    ...{ sign: pick(NAMES.sign), currency: pick(NAMES.currency), state: pick(NAMES.state) },
    ...{ text: pick(NAMES.text), name: pick(NAMES.name) },
    ...{ changing: pick(NAMES.changing), never: pick(NAMES.never) },
  }),
  words: fc.record({
    in: pick(WORDS.in),
    out: pick(WORDS.out),
    booked: pick(WORDS.booked),
    pending: pick(WORDS.pending),
  }),
  order: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 11, maxLength: 11 }),
});
type Style = typeof style extends fc.Arbitrary<infer T> ? T : never;

/** A file as a bank with these habits writes it. `balance` differs from file to file. */
function write(all: Line[], how: Style, balance: number): string {
  const { names, words, decimal } = how;
  const number = (cents: number) => {
    const [whole = '', fraction = ''] = (cents / 100).toFixed(2).split('.');
    const mark = decimal === ',' ? '.' : ',';
    const grouped = how.isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, mark) : whole;
    return `${grouped}${decimal}${fraction}`;
  };
  const money = (cents: number) => `${number(cents)}${how.hasCurrency ? '' : how.unit}`;
  const foreign = (one: Line) => how.hasCurrency && one.isForeign;
  const two = (day: number) => String(day).padStart(2, '0');
  const columns: [name: string, cell: (one: Line, place: number) => string][] = [
    [names.day, ({ day }) => (how.isIso ? `2026-11-${two(day)}` : `${two(day)}.11.2026`)],
    [names.text, ({ text }) => text],
    [names.name, ({ name }) => name],
    [names.changing, (_one, place) => number(balance + place * 100)],
    [names.never, () => ''],
  ];
  if (how.way === 'pair')
    columns.push(
      [names.in, ({ isOut, cents }) => (isOut ? '' : money(cents))],
      [names.out, ({ isOut, cents }) => (isOut ? money(cents) : '')],
    );
  else if (how.way === 'signed')
    columns.push([names.amount, ({ isOut, cents }) => `${isOut ? how.minus : ''}${money(cents)}`]);
  else
    columns.push(
      [names.amount, ({ cents }) => money(cents)],
      [names.sign, ({ isOut }) => (isOut ? words.out : words.in)],
    );
  if (how.hasCurrency)
    columns.push([names.currency, (one, place) => (foreign(one) ? 'USD' : place % 2 ? 'EUR' : '')]);
  if (how.hasState)
    columns.push([names.state, ({ isPending }) => (isPending ? words.pending : words.booked)]);
  const placed = columns
    .map((column, at) => ({ column, place: how.order[at] ?? 0 }))
    .sort((a, b) => a.place - b.place)
    .map(({ column }) => column);
  const quote = (cell: string) => (/["',;\t|]/.test(cell) ? `"${cell}"` : cell);
  const rows = [
    placed.map(([name]) => name),
    ...all.map((one, place) => placed.map(([, cell]) => cell(one, place))),
  ];
  const before = how.hasBefore ? [`Account${how.delimiter}DE02`, ''] : [];
  return [...before, ...rows.map((row) => row.map(quote).join(how.delimiter))].join('\r\n');
}

const options = { dateOrder: 'auto', currency: 'EUR' } as const;

// Rules: R554.
it('whatever a bank calls its columns, what arrived is right', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), style, (all, how) => {
      const arrived = all.filter(
        ({ isOut, isPending, isForeign }) =>
          !isOut && !(how.hasState && isPending) && !(how.hasCurrency && isForeign),
      );
      const { transfers, leftOut } = readBankFile(write(all, how, 100_000), options);
      expect(transfers.map(({ amount }) => amount)).toEqual(arrived.map(({ cents }) => cents));
      expect(leftOut).toHaveLength(all.length - arrived.length);
    }),
    { numRuns: 400 },
  );
});

it('three files that overlap name each transfer once, whatever the balance beside it', () => {
  const cut = fc.integer({ min: 1, max: 28 });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 20 }),
      style,
      cut,
      cut,
      (all, how, a, b) => {
        const sorted = all.toSorted((one, other) => one.day - other.day);
        const ids = (from: number, to: number, balance: number) => {
          const part = sorted.filter(({ day }) => day >= from && day <= to);
          const { transfers } = readBankFile(write(part, how, balance), options);
          return transfers.map(({ requestId }) => requestId);
        };
        const whole = ids(1, 28, 100_000);
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const parts = [ids(1, to, 5_000), ids(from, to, 70_000), ids(from, 28, 900_000)];
        expect(new Set(whole).size).toBe(whole.length);
        expect(new Set(parts.flat())).toEqual(new Set(whole));
      },
    ),
    { numRuns: 100 },
  );
});
