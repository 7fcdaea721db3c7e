import { describe, expect, it } from 'vitest';
import { readBankFile } from './read-bank-file.ts';

const options = { dateOrder: 'auto', currency: 'EUR' } as const;

/** What a file says in short: `2026-11-20 10000` for money that arrived, and why each other line was left out. */
function sum(file: string, more = {}): { arrived: string[]; leftOut: string[] } {
  const { transfers, leftOut } = readBankFile(file, { ...options, ...more });
  return {
    arrived: transfers.map(({ day, amount }) => `${day} ${amount}`),
    leftOut: leftOut.map(({ line, state }) => `${line} ${state}`),
  };
}

const ARRIVED = ['2026-11-20 10000'];
const lines = (...all: string[]) => all.join('\n');

// Rules: R554.
describe('what arrived is read from the CSV of', () => {
  it.each([
    [
      'Sparkasse: columns named after other amounts',
      lines(
        '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"Betrag";"Waehrung";"Info"',
        '"DE02";"20.11.26";"20.11.26";"GUTSCHR. UEBERWEISUNG";"Camp REF1";"";"";"Rosa Muster";"DE02";"100,00";"EUR";"Umsatz gebucht"',
        '"DE02";"21.11.26";"21.11.26";"FOLGELASTSCHRIFT";"Strom";"";"";"Stadtwerke";"DE02";"-80,00";"EUR";"Umsatz gebucht"',
        '"DE02";"22.11.26";"22.11.26";"GUTSCHR. UEBERWEISUNG";"Camp REF2";"";"";"Leo";"DE02";"5,00";"EUR";"Umsatz vorgemerkt"',
      ),
      ['3 out', '4 pending'],
    ],
    [
      'N26: an empty original currency',
      lines(
        '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
        '2026-11-20,2026-11-20,"Rosa Muster",DE02,"Credit Transfer","Camp REF1","Main Account",100.00,,,',
        '2026-11-21,2026-11-21,"Stadtwerke",DE02,"Direct Debit","Strom","Main Account",-80.00,,,',
      ),
      ['3 out'],
    ],
    [
      'N26: an amount in dollars that became euros',
      lines(
        '"Booking Date","Partner Name","Payment Reference","Original Amount","Original Currency","Amount (EUR)"',
        '2026-11-20,"Rosa Muster","Camp REF1",109.00,USD,100.00',
      ),
      [],
    ],
    [
      'Lloyds: debits before credits',
      lines(
        'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance',
        "21/11/2026,DD,'00-00-00,00000000,POWER COMPANY,80.00,,1020.00",
        "20/11/2026,FPI,'00-00-00,00000000,R MUSTER REF1,,100.00,1100.00",
      ),
      ['2 out'],
    ],
    [
      'Deutsche Bank: Soll and Haben, with a minus in Soll, and a sum below',
      lines(
        'Umsätze Girokonto;;;;;',
        'Letzter Kontostand;;;;1.020,00;EUR',
        'Buchungstag;Wert;Begünstigter / Auftraggeber;Verwendungszweck;Soll;Haben;Währung',
        '20.11.2026;20.11.2026;Rosa Muster;Camp REF1;;100,00;EUR',
        '21.11.2026;21.11.2026;Stadtwerke;Strom;-80,00;;EUR',
        'Kontostand;;;;;1.020,00;EUR',
      ),
      ['5 out', '6 unreadable'],
    ],
    [
      'Bank of America: a list of sums before the columns, and a running balance',
      lines(
        'Description,,Summary Amt.',
        'Beginning balance as of 11/01/2026,,"1,000.00"',
        'Total credits,,"100.00"',
        '',
        'Date,Description,Amount,Running Bal.',
        '11/20/2026,"Zelle payment from R MUSTER for ""REF1""","100.00","1,100.00"',
        '11/21/2026,"POWER","-80.00","1,020.00"',
      ),
      ['7 out'],
    ],
    [
      'Chase: a word for the way, and a minus',
      lines(
        'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #',
        'CREDIT,11/20/2026,"R MUSTER REF1",100.00,ACH_CREDIT,1100.00,,',
        'DEBIT,11/21/2026,"POWER",-80.00,ACH_DEBIT,1020.00,,',
      ),
      ['3 out'],
    ],
    [
      'Capital One: only a word says the way',
      lines(
        'Account Number,Transaction Date,Transaction Amount,Transaction Type,Transaction Description,Balance',
        '1234,11/20/26,100.00,Credit,R MUSTER REF1,1100.00',
        '1234,11/21/26,80.00,Debit,POWER,1020.00',
      ),
      ['3 out'],
    ],
    [
      'ING in the Netherlands: Af and Bij',
      lines(
        '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen";"Saldo na mutatie"',
        '"20261120";"R Muster";"NL01";"NL02";"GT";"Bij";"100,00";"Online";"REF1";"1100,00"',
        '"20261121";"Stroom";"NL01";"NL03";"IC";"Af";"80,00";"Incasso";"Power";"1020,00"',
      ),
      ['3 out'],
    ],
    [
      'Revolut: lines that were taken back or have not arrived',
      lines(
        'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
        'TOPUP,Current,2026-11-20 09:12:44,2026-11-20 09:12:45,R Muster REF1,100.00,0.00,EUR,COMPLETED,',
        'TOPUP,Current,2026-11-20 09:12:44,2026-11-20 09:12:45,R Muster REF1,100.00,0.00,EUR,REVERTED,',
        'TOPUP,Current,2026-11-21 09:12:44,,R Muster REF1,100.00,0.00,EUR,PENDING,',
        'TOPUP,Current,2026-11-21 09:12:44,,R Muster REF1,100.00,0.00,EUR,,',
        'TOPUP,Current,2026-11-21 09:12:44,2026-11-21 09:12:44,R Muster REF1,100.00,0.00,EUR,LIMBO,',
      ),
      ['3 pending', '4 pending', '5 pending', '6 pending'],
    ],
    [
      'Wise: a direction, a status, and what was sent in another currency',
      lines(
        'ID,Status,Direction,"Created on","Finished on","Source name","Source amount (after fees)","Source currency","Target name","Target amount (after fees)","Target currency",Reference',
        'T1,COMPLETED,IN,2026-11-19 10:00:00,2026-11-20 10:00:00,"R Muster",109.00,USD,School,100.00,EUR,REF1',
        'T2,COMPLETED,OUT,2026-11-21 10:00:00,2026-11-21 10:00:00,School,80.00,EUR,Power,80.00,EUR,x',
        'T3,CANCELLED,IN,2026-11-21 10:00:00,2026-11-21 10:00:00,"R Muster",80.00,EUR,School,80.00,EUR,REF1',
      ),
      ['3 out', '4 pending'],
    ],
    [
      'PayPal: gross, fee and net',
      lines(
        '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Balance","Note"',
        '"20/11/2026","10:00:00","CET","R Muster","General Payment","Completed","EUR","100,00","-2,50","97,50","97,50","REF1"',
        '"21/11/2026","10:00:00","CET","Power","Payment","Completed","EUR","-80,00","0,00","-80,00","17,50",""',
        '"21/11/2026","10:00:00","CET","R Muster","Payment","Completed","USD","80,00","0,00","80,00","80,00","REF1"',
        '"21/11/2026","10:00:00","CET","R Muster","Payment","Denied","EUR","80,00","0,00","80,00","80,00","REF1"',
      ),
      ['3 out', '4 other currency', '5 pending'],
    ],
    [
      'Crédit Agricole: débit and crédit with accents',
      lines(
        'Date;Libellé;Débit euros;Crédit euros;',
        '20/11/2026;VIREMENT R MUSTER REF1;;100,00;',
        '21/11/2026;EDF;80,00;;',
      ),
      ['3 out'],
    ],
    [
      'BBVA: fecha, concepto, importe',
      lines(
        'Fecha contable;F. Valor;Concepto;Importe;Divisa;Saldo disponible;Observaciones',
        '20/11/2026;20/11/2026;Transferencia REF1;100,00;EUR;1.100,00;',
        '21/11/2026;21/11/2026;Luz;-80,00;EUR;1.020,00;',
      ),
      ['3 out'],
    ],
    [
      'Intesa: dare and avere; Valuta is a day',
      lines(
        'Data contabile;Data valuta;Descrizione;Addebiti;Accrediti',
        '20/11/2026;20/11/2026;Bonifico REF1;;100,00',
        '21/11/2026;21/11/2026;Luce;-80,00;',
      ),
      ['3 out'],
    ],
    [
      'mBank: Polish names, Waluta is a currency',
      lines(
        'Data operacji;Data księgowania;Opis operacji;Tytuł;Nadawca/Odbiorca;Kwota;Saldo po operacji;Waluta',
        '2026-11-20;2026-11-20;PRZELEW;REF1;R MUSTER;100,00;1100,00;EUR',
        '2026-11-21;2026-11-21;PRZELEW;Prąd;ENEA;-80,00;1020,00;EUR',
        '2026-11-21;2026-11-21;PRZELEW;REF1;R MUSTER;80,00;1020,00;PLN',
      ),
      ['3 out', '4 other currency'],
    ],
    [
      'Danske Bank: Beløb, Saldo, Status',
      lines(
        '"Dato";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"',
        '"20.11.2026";"R Muster REF1";"100,00";"1.100,00";"Udført";"Nej"',
        '"21.11.2026";"Strøm";"\u221280,00";"1.020,00";"Udført";"Nej"',
        '"22.11.2026";"R Muster REF1";"80,00";"";"Venter";"Nej"',
      ),
      ['3 out', '4 pending'],
    ],
    [
      'a bank of India: lakhs, Withdrawal and Deposit',
      lines(
        'Txn Date,Value Date,Description,Ref No./Cheque No.,Withdrawal Amt.,Deposit Amt.,Closing Balance',
        '20 Nov 2026,20 Nov 2026,NEFT R MUSTER,REF1,,"100.00","1,00,000.00"',
        '21 Nov 2026,21 Nov 2026,POWER,x,"80.00",,"99,920.00"',
      ),
      ['3 out'],
    ],
    [
      'a file with the word DR or CR beside each amount',
      lines('Date,Narration,Amount', '20-Nov-2026,REF1,100.00 CR', '21-Nov-2026,Power,80.00 DR'),
      ['3 out'],
    ],
    [
      'a file with D and C in a column of its own',
      lines('D/C;Bedrag;Datum;Tekst', 'C;100,00;20-11-2026;REF1', 'D;80,00;21-11-2026;Power'),
      ['3 out'],
    ],
    [
      'a file with more commas in its texts than columns',
      lines(
        'Datum;Verwendungszweck;Betrag',
        '20.11.2026;Muster, Rosa, fuer Mia, Leo, Camp REF1;100,00',
        '21.11.2026;Stadtwerke, Strom, Abschlag, November;-80,00',
      ),
      ['3 out'],
    ],
    [
      'Excel: a line that names the delimiter, and a text of two lines',
      lines('sep=;', 'Datum;Text;Betrag', '20.11.2026;"R Muster', 'REF1";100,00'),
      [],
    ],
    [
      'a file with a minus sign that no keyboard has, and one amount that nobody can read',
      lines(
        'Date;Text;Amount',
        '2026-11-20;R Muster REF1;100,00',
        '2026-11-21;Power;\u221280,00',
        '2026-11-22;R Muster REF1;about 80',
        '2026-11-31;R Muster REF1;80,00',
      ),
      ['3 out', '4 unreadable', '5 unreadable'],
    ],
    [
      'a file with tabs, and one with bars',
      lines('Date\tAmount\tDetails', '20/11/2026\t100.00\tREF1'),
      [],
    ],
    ['a file with bars', lines('Date|Amount|Details', '20/11/2026|100.00|REF1'), []],
    [
      'a line with a delimiter in its text, which moves its amounts',
      lines(
        'Date,Details,Paid out,Paid in,Balance',
        '20/11/2026,REF1,,100.00,1100.00',
        '21/11/2026,Muster, Rosa,,80.00,1180.00',
      ),
      ['3 unreadable'],
    ],
    [
      'a line with a delimiter in its text, whose number looks like the amount',
      lines(
        'Date,Details,Amount,Balance',
        '20/11/2026,REF1,100.00,1100.00',
        '21/11/2026,Muster, 5,80.00,1180.00',
        '22/11/2026,Power,-80.00,1020.00',
      ),
      ['3 unreadable', '4 out'],
    ],
    [
      'Wells Fargo: no names of columns',
      lines('"11/20/2026","100.00","*","","R MUSTER REF1"', '"11/21/2026","-80.00","*","","POWER"'),
      ['2 out'],
    ],
    [
      'a bank whose language we don’t know',
      lines('তারিখ,বিবরণ,পরিমাণ', '2026-11-20,R Muster REF1,100.00', '2026-11-21,Power,-80.00'),
      ['3 out'],
    ],
  ])('%s', (_bank, file, leftOut) => {
    expect(sum(file)).toEqual({ arrived: ARRIVED, leftOut });
  });

  it('a file in which everything went out: there is nothing to book', () => {
    const file = lines(
      'Transaction Date,Transaction Description,Debit Amount,Credit Amount,Balance',
      '21/11/2026,REFUND R MUSTER REF1,100.00,,1000.00',
    );
    expect(sum(file)).toEqual({ arrived: [], leftOut: ['2 out'] });
  });

  it('an account in another currency, of which only the name of the amount says it: there is nothing to book', () => {
    expect(sum('Date,Text,Amount (USD)\n2026-11-20,x,5.00').leftOut).toEqual(['2 other currency']);
    expect(sum('Date,Text,Amount\n2026-11-20,x,£5.00').leftOut).toEqual(['2 other currency']);
  });
});

describe('a line in another currency is listed as such, and never booked', () => {
  it.each(
    [
      ['Currency', 'USD'],
      ['Account Currency', 'USD'],
      ['Currency Code', 'usd'],
      ['Kontowährung', 'USD'],
      ['Whg', 'USD'],
      ['Devise', '$US'],
      ['Monnaie', 'US$'],
      ['Divisa', 'US Dollar'],
      ['Waluta', 'Zloty'],
      ['Munteenheid', '£'],
      ['Валюта', 'UAH'],
      ['CCY', 'Camp money'],
    ].map(([name, cell]) => [name, cell] as const),
  )('“%s” says “%s”', (name, cell) => {
    const file = `Date;Text;Amount;${name}\n2026-11-20;REF1;100,00;${cell}\n2026-11-21;Power;-80,00;${cell}`;
    const { transfers, leftOut } = readBankFile(file, options);
    expect(transfers).toEqual([]);
    expect(leftOut).toMatchObject([
      { state: 'other currency', reason: expect.stringContaining('another currency: ') },
      { state: 'other currency' },
    ]);
  });

  it.each([
    ['a name and a code', 'Account;X\nCurrency;USD'],
    ['a name, a colon and a code', 'Konto in Übersee\nWährung: USD'],
    ['a sum', 'Opening balance;US$ 5,00'],
    ['a sum and its code', 'Kontostand;5,00;USD'],
  ])('because the file says it above the columns: %s', (_how, above) => {
    const file = `${above}\nDate;Text;Amount\n2026-11-20;REF1;100,00\n2026-11-21;Power;-80,00`;
    expect(sum(file)).toEqual({
      arrived: [],
      leftOut: ['other currency', 'other currency'].map(
        (state, place) => `${above.split('\n').length + 2 + place} ${state}`,
      ),
    });
    // What a line says about itself is better.
    const own = file.replace('REF1;100', 'REF1;EUR 100');
    expect(sum(own).arrived).toEqual(ARRIVED);
    expect(sum(file, { currency: 'USD' }).arrived).toEqual(ARRIVED);
  });

  it('also if a second column of currencies says it', () => {
    const file =
      'Date;Text;Amount;Account currency;Transaction currency\n2026-11-20;REF1;100,00;EUR;USD';
    expect(sum(file).leftOut).toEqual(['2 other currency']);
  });
});

describe('the columns', () => {
  it('are named with what they were taken for', () => {
    const { columns } = readBankFile('Date,Description,Note to self,Amount,Balance\n', options);
    expect(columns.map(({ role }) => role)).toEqual([
      'day',
      'reference',
      'reference',
      'amount',
      'other',
    ]);
  });

  it('are asked for if nobody can know them, and nothing is read until then', () => {
    const file = '20/11/2026,"+100.00","R MUSTER REF1","+1100.00"';
    expect(readBankFile(file, options)).toMatchObject({
      questions: ['No column is read as the amount. Say which one it is.'],
      ...{ transfers: [], leftOut: [] },
    });
    const roles = ['day', 'amount', 'reference', 'other'] as const;
    expect(sum(file, { roles })).toEqual({ arrived: ARRIVED, leftOut: [] });
  });

  it('are asked about if no line went out and nothing says that one could', () => {
    const { questions, transfers } = readBankFile('Date,Text,Amount\n2026-11-20,x,5.00', options);
    expect(transfers).toHaveLength(1);
    expect(questions).toEqual([expect.stringMatching(/^No line says that money went out/)]);
    const clear = 'Date,Text,Paid in,Paid out\n2026-11-20,x,5.00,';
    expect(readBankFile(clear, options).questions).toEqual([]);
  });
});

const camt = (entries: string, version = '08') =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr/><Stmt><Bal><Amt Ccy="EUR">9.99</Amt></Bal>${entries}</Stmt></BkToCstmrStmt></Document>`;
const entry = (amount: string, more = '', details = '', status = '<Sts><Cd>BOOK</Cd></Sts>') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${more}${status}<BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-19</Dt></ValDt><NtryDtls>${details}</NtryDtls></Ntry>`;
const details = (text: string, more = '') =>
  `<TxDtls>${more}<RltdPties><Dbtr><Pty><Nm>Rosa &amp; Leo Muster</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;

describe('CAMT.053 is read:', () => {
  it('who sent what, and which reference', () => {
    const { format, transfers } = readBankFile(camt(entry('100.00', '', details('REF1'))), options);
    expect({ format, transfers }).toMatchObject({
      format: 'CAMT.053',
      transfers: [{ day: '2026-11-20', amount: 10_000, text: 'REF1 · Rosa & Leo Muster' }],
    });
    const structured =
      '<TxDtls><RltdPties><Dbtr><Nm>Rosa</Nm></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>';
    const old = camt(entry('100.00', '', structured, '<Sts>BOOK</Sts>'), '02');
    expect(readBankFile(old, options).transfers).toMatchObject([{ text: 'RF18 · Rosa' }]);
  });

  it.each([
    ['money that went out', entry('5.00').replace('CRDT', 'DBIT'), 'out'],
    ['a reversal', entry('5.00', '<RvslInd>true</RvslInd>'), 'out'],
    ['our own transfer that came back', entry('5.00', '', details('x', '<RtrInf/>')), 'out'],
    [
      'of which a part went out',
      entry('5.00', '', '<TxDtls><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>'),
      'out',
    ],
    ['not booked', entry('5.00', '', '', '<Sts><Cd>PDNG</Cd></Sts>'), 'pending'],
    ['not booked, as older versions say it', entry('5.00', '', '', '<Sts>PDNG</Sts>'), 'pending'],
    ['of no known state', entry('5.00', '', '', ''), 'pending'],
    ['in dollars', entry('5.00').replace('EUR', 'USD'), 'other currency'],
    ['without an amount', entry('x'), 'unreadable'],
    ['without a direction', entry('5.00').replace('CRDT', ''), 'unreadable'],
    ['without a day', entry('5.00').replaceAll(/<(Bookg|Val)Dt>.*<\/\1Dt>/g, ''), 'unreadable'],
  ])('%s is left out, and the rest is not', (_what, one, state) => {
    expect(sum(camt(one + entry('100.00')))).toEqual({ arrived: ARRIVED, leftOut: [`1 ${state}`] });
  });

  it('a sum of several transfers, as its parts if each has its amount, otherwise as one', () => {
    const part = (amount: string) =>
      details('REF', `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`);
    expect(sum(camt(entry('100.00', '', part('60.00') + part('40.00')))).arrived).toEqual([
      '2026-11-20 6000',
      '2026-11-20 4000',
    ]);
    expect(sum(camt(entry('100.00', '', part('60.00') + details('x')))).arrived).toEqual(ARRIVED);
    expect(sum(camt(entry('100.00', '', part('60.00') + part('60.00')))).arrived).toEqual(ARRIVED);
  });

  it.each([
    ['other XML', '<html><body/></html>'],
    ['broken XML', '<Document><BkToCstmrStmt><Stmt>'],
    ['a document type', `<!DOCTYPE x [<!ENTITY y "z">]>${camt(entry('100.00')).slice(38)}`],
  ])('%s is refused', (_what, xml) => {
    expect(() => readBankFile(xml, options)).toThrow('CAMT.053');
  });
});

const mt940 = (...entries: string[]) =>
  [
    ...[':20:STARTUMS', ':25:10020030/1234567', ':28C:0', ':60F:C261101EUR1000,00'],
    ...[...entries, ':62F:C261127EUR1020,00', '-', ''],
  ].join('\r\n');
const BOOKED =
  ':61:2611191120CR100,00N166NONREF//123\r\n:86:166?00GUTSCHRIFT?20SVWZ+Camp RF45 1234 5?21678?30BIC?31DE02?32ROSA?33 MUSTER';

describe('MT940 is read:', () => {
  it('who sent what, though its lines are cut anywhere', () => {
    const { format, transfers } = readBankFile(mt940(BOOKED), options);
    expect({ format, transfers }).toMatchObject({
      format: 'MT940',
      transfers: [
        {
          ...{ day: '2026-11-20', amount: 10_000 },
          text: 'SVWZ+Camp RF45 1234 5678 · ROSA MUSTER · GUTSCHRIFT',
        },
      ],
    });
    const plain = mt940(
      ':61:261120C100,NTRFREF1',
      ':86:R MUSTER RF45 12',
      '34 5678',
      ':61:261121D5,NTRF',
    );
    expect(readBankFile(plain, options)).toMatchObject({
      transfers: [{ text: 'R MUSTER RF45 1234 5678 · REF1' }],
      leftOut: [{ state: 'out' }],
    });
  });

  it.each([
    ['money that went out', ':61:2611201120D5,00NTRFNONREF', 'out'],
    [
      'money that went out, with the letter of its currency',
      ':61:2611201120DR5,00NTRFNONREF',
      'out',
    ],
    ['a transfer that was taken back', ':61:2611201120RC5,00NTRFNONREF', 'out'],
    ['our own transfer that came back', ':61:2611201120RD5,00NTRFNONREF', 'out'],
    ['what is expected', ':61:2611201120EC5,00NTRFNONREF', 'pending'],
    ['a line that is broken', ':61:tomorrow', 'unreadable'],
    ['a day that is none', ':61:2611311131C5,00NTRFNONREF', 'unreadable'],
    ['an amount that is none', ':61:2611201120C,NTRFNONREF', 'unreadable'],
  ])('%s is left out, and the rest is not', (_what, line, state) => {
    expect(sum(mt940(line, BOOKED))).toEqual({ arrived: ARRIVED, leftOut: [`1 ${state}`] });
  });

  it('an account in dollars, whose money is left out; the booking in the year after the value', () => {
    expect(sum(mt940(BOOKED).replaceAll('EUR', 'USD')).leftOut).toEqual(['1 other currency']);
    expect(sum(mt940(':61:2612310102C5,00NTRFNONREF')).arrived).toEqual(['2027-01-02 500']);
    expect(sum(mt940(':61:2701021231C5,00NTRFNONREF')).arrived).toEqual(['2026-12-31 500']);
  });
});
