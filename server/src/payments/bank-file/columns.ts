import type { ColumnRole } from '@speakifyr/contract/bank-transfers.ts';
import { foldLetters } from '@speakifyr/contract/fold-letters.ts';
import { CURRENCY_SIGNS, readAmount } from './amounts.ts';
import { readDay } from './days.ts';

/**
 * What a column is, by its name and by what is in it. The names are those that banks use in English, German, French,
 * Spanish, Italian, Dutch, Portuguese, Polish, Czech and the Nordic languages. Names are compared in lower case without
 * marks: `Währung` is `wahrung`.
 */

/** Says something else about a line, or changes from file to file. */
const NEVER = word(
  'orig\\w*|ursprung\\w*|foreign|fremd\\w*|instructed|source|compensation|auslagen\\w*|equivalent|gegenwert',
  'balance|bal|saldo\\w*|saldi|solde|kontostand|stand|zustatek|zostatek|saldo po',
  'fees?|gebuhr\\w*|charges?|commission\\w*|comision|frais|kosten|provision|exchange|rate|kurs|wechsel\\w*|wisselkoers',
  'tax|vat|mwst|ust|steuer|limit|available|verfugbar\\w*|net|netto|zins\\w*|interest|cashback|birth\\w*|geburt\\w*',
);
const SIGN = word(
  '(?:debit|debet|dr|soll|s|d|dare|debe|af|in) (?:or |oder |and )?(?:credit|kredit|cr|haben|h|c|avere|haber|bij|out)',
  '(?:credit|cr|haben|c|kredit) (?:or |oder |and )?(?:debit|debet|dr|soll|d)',
  'direction|richtung|sens|vorzeichen|sign|soll haben kennzeichen|kennzeichen|cdt ?dbt ?ind|indicator|smer',
);
const IN = word(
  'credits?|credited|paid in|money in|amount in$|in amount|cash in|deposits?|inflow|incoming|received|receipts?',
  'haben|gutschrift\\w*|einnahmen?|eingang|eingange|zugang|zufluss|kredit|abonos?|haber|ingresos?|entrat[ae]|accredit[oi]',
  'avere|credit[oi]s?|bij|bijschrijving|ontvangsten|wplyw\\w*|uznani[ae]|insattning\\w*|inn|ind|inn pa konto|indbetaling\\w*',
  'inbetalning\\w*|tulot|panot?|recettes?|entradas?|prijmy|kredit',
);
const OUT = word(
  'debits?|debited|paid out|money out|amount out$|out amount|cash out|withdrawals?|outflow|outgoing|spent|payments',
  'soll|lastschrift\\w*|ausgaben?|ausgang|ausgange|abgang|abfluss|belastung\\w*|debet|cargos?|debe|gastos?|uscit[ae]',
  'addebit[oi]|dare|debit[oi]s?|af|afschrijving|uitgaven|wyplat\\w*|obciazeni[ae]|uttag|ut|ut fra konto|utbetaling\\w*',
  'udbetaling\\w*|menot|otot?|depenses?|saidas?|vydaje',
);
const AMOUNT = word(
  'amount|amt|betrag|umsatz|summe?|sum|montant|importe?|importo|bedrag|belopp|belob|belop|kwota|castka|maara|summa',
  'valor|value|wert|gross|brutto|monto|cantidad|suma|total|transaction amount|umsatz\\w*betrag',
);
/** The better a name says on which day the bank booked, the earlier. */
const DAYS = [
  word(
    'booking\\w*|booked|posting|posted|post|completed|completion|settle\\w*|buchungs?(?:tag|datum|date)|bokforing\\w*',
    'bokforings?\\w*|bogforing\\w*|kirjaus\\w*|comptabilisation|comptable|contable|contabile|ksiegowania|boekdatum|boekingsdatum',
    'zauctovani|finished|executed|ausfuhrungs?\\w*',
  ),
  word('date|datum|fecha|data|dato|day|tag|paiva|pvm|transaction date|dia|timestamp'),
  word('value|valuta\\w*|wertstellung\\w*|wert|valeur|valor|started|created|initiated|operation'),
];
const CURRENCY = word(
  'currency|currencies|ccy|curr|cur|iso code|\\w*wahrung|\\w*waehrung|whg|whrg|wahr|wkz|devises?|monnaie|divisas?|monedas?',
  '\\w*valuta|valutakod|waluta|mena|moedas?|munt|munteenheid|valutta|para birimi|doviz|penznem|deviza',
);
const STATE = word(
  'status|state|zustand|buchungsstatus|umsatzstatus|estado|etat|statut|stato|tila|stav|situacao',
);
const REFERENCE = word(
  'reference\\w*|referenz\\w*|ref|referencia|kundenreferenz|verwendungszweck\\w*|zweck|purpose|remittance|description',
  'desc|beschreibung|buchungsdetails|details?|memo|narrative|narration|text|buchungstext|notes?|message|nachricht|mitteilung',
  'particulars?|libelle|motif|objet|communication|concepto|causale|descrizione|descripcion|descricao|historico|omschrijving',
  'mededelingen?|tytul\\w*|opis\\w*|meddelande|melding|viesti|selitys|betreff|popis|zprava|unstructured|tekst',
  'end to end|customer reference',
);
const NAME = word(
  'name|payer|payor|payee|remitter|partner|partnername|sender|counterparty|beneficiary|debtor|auftraggeber\\w*|beguenstigter\\w*',
  'begunstigter\\w*|zahlungspflichtiger|zahlungsbeteiligter|zahlungsempfanger|empfanger|naam|tegenpartij|contraparte|ordinante',
  'ordenante|nadawca|odbiorca|kontrahent|protiucet|avsandare|mottagare|from|donneur|maksaja|saaja|merchant|customer',
);
/** A name that the account's owner chose and may change. */
const OWN = word('account name|kontoname|account label|category|kategorie|categorie|tags?|label');

function word(...names: string[]): RegExp {
  return new RegExp(`\\b(?:${names.join('|')})\\b`);
}

/** A name in lower case, in words, without marks. */
function foldName(name: string): string {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return foldLetters(words).replace(/ after fees\b/, '');
}

const CODES = new Set(Intl.supportedValuesOf('currency'));
/** What a bank may call a currency instead of its code. */
const CURRENCY_WORDS: Record<string, string> = {
  euro: 'EUR',
  euros: 'EUR',
  'us dollar': 'USD',
  'u s dollar': 'USD',
  'pound sterling': 'GBP',
  'swiss franc': 'CHF',
  'schweizer franken': 'CHF',
  zloty: 'PLN',
};

/** The currency that stands alone in a cell, such as `EUR`, `€` or `Euro`; undefined if it is none. */
export function readCurrency(cell: string): string | undefined {
  const text = cell.trim();
  if (CODES.has(text.toUpperCase())) return text.toUpperCase();
  return CURRENCY_SIGNS[text] ?? CURRENCY_WORDS[foldName(text)];
}

/**
 * The currency that a file says about all of its lines, above the names of the columns: `Currency;USD`, `Währung: EUR`, or a
 * sum with its currency. If it says several, nobody knows.
 */
export function findFileCurrency(above: string[][]): string | undefined {
  const said = above.flatMap((cells) =>
    cells.flatMap((cell, place) => {
      const [, name = '', value = ''] = /^([^:]+)(?::\s*(.*))?$/.exec(cell.trim()) ?? [];
      if (!CURRENCY.test(foldName(name))) return [];
      return readCurrency(value || (cells[place + 1] ?? '')) ?? [];
    }),
  );
  const alone = above.flatMap((cells) =>
    cells.flatMap((cell) => (/^[A-Z]{3}$/.test(cell.trim()) ? (readCurrency(cell) ?? []) : [])),
  );
  const beside = above.flatMap((cells) =>
    cells.flatMap((cell) => readAmount(cell)?.currency ?? []),
  );
  const found = [said, [...alone, ...beside]].map((codes) => [...new Set(codes)]);
  return found.find((codes) => codes.length === 1)?.[0];
}

/** The currency that the name of a column says, as in `Amount (EUR)`. */
export function findCurrency(name: string): string | undefined {
  const sign = /\p{Sc}/u.exec(name)?.[0] ?? '';
  return CURRENCY_SIGNS[sign] ?? name.match(/\b[A-Z]{3}\b/g)?.find((code) => CODES.has(code));
}

/** What says whether money came in or went out, in lower case without marks. */
const CAME =
  /^(?:c|cr|crdt|credits?|kredit|h|haben|bij|in|incoming|income|eingang|gutschrift|deposit|credito|abono|haber|avere|uznanie|inn|ind|plus)$/;
const WENT =
  /^(?:d|dr|db|dbit|dt|debits?|debet|s|soll|af|out|outgoing|expense|ausgang|lastschrift|belastung|withdrawal|debito|cargo|debe|dare|obciazenie|ut|ud|minus)$/;
const BOOKED =
  /^(?:umsatz )?(?:completed?|booked|book|posted|cleared|settled|executed|success\w*|succeeded|done|finished|processed|received|accepted|reconciled|ok|final|gebucht|verbucht|abgeschlossen|ausgefuhrt|erledigt|termine|execute|comptabilise|contabilizad[oa]|completad[oa]|realizad[oa]|ejecutad[oa]|liquidad[oa]|eseguit[oa]|contabilizzat[oa]|conclus[oa]|verwerkt|geboekt|voltooid|bokford|bokfort|bogfort|ud?fort|utford|gennemfort|kirjattu|zaksiegowan\w*|zrealizowan\w*|wykonan\w*|rozliczon\w*|dokonceno|zauctovano)$/;
const NOT_BOOKED =
  /^(?:umsatz )?(?:pending|pdng|info|reserved|authori[sz]ed|authori[sz]ation|scheduled|planned|processing|in progress|on hold|held|hold|initiated|created|open|waiting|uncleared|reverted|reversed|returned|refunded|declined|failed|rejected|cancell?ed|expired|voided|vorgemerkt|vorbemerkt|geplant|in bearbeitung|offen|storniert|abgelehnt|zuruckgegeben|fehlgeschlagen|ausstehend|en attente|en cours|a venir|annulee?|rejetee?|refuse|pendiente|rechazad[oa]|devuelt[oa]|anulad[oa]|in attesa|in corso|annullat[oa]|rifiutat[oa]|gereserveerd|in behandeling|geweigerd|reserverad|reservert|reserveret|varaus|oczekujac\w*|odrzucon\w*|anulowan\w*|cekajici|zruseno)$/;

/** @returns true if the bank has booked it, false if not, undefined if nobody knows the word */
export function isBooked(word: string): boolean | undefined {
  const folded = foldName(word);
  if (NOT_BOOKED.test(folded)) return false;
  return BOOKED.test(folded) ? true : undefined;
}

/** @returns true if money came in, false if it went out, undefined if nobody knows the word */
export function hasCome(word: string): boolean | undefined {
  const text = word.trim();
  if (text === '+') return true;
  if (text === '-') return false;
  const folded = foldName(text);
  if (CAME.test(folded)) return true;
  return WENT.test(folded) ? false : undefined;
}

/** How many of these cells are filled, and how many of those pass. */
function count(cells: string[], isGood: (cell: string) => boolean) {
  const filled = cells.filter((cell) => cell.trim());
  return { filled: filled.length, good: filled.filter((cell) => isGood(cell)).length };
}

const isDay = (cell: string) => !!readDay(cell, 'dmy') || !!readDay(cell, 'mdy');
const isAmount = (cell: string) => readAmount(cell) !== undefined;
const isCode = (cell: string) => readCurrency(cell) !== undefined;
/** A currency that we don't know is another one, and no reason to book its line as ours. */
const isWord = (cell: string) => /^[\p{L}\p{Sc}][\p{L}\p{Sc} .]{0,19}$/u.test(cell.trim());

type Candidate = { role: ColumnRole; rank: number };

/**
 * @param name of the column
 * @param cells below it
 * @returns what it may be; a lower rank is a better name
 */
function judge(name: string, cells: string[]): Candidate {
  const folded = foldName(name);
  const other = { role: 'other' as const, rank: 0 };
  const fits = (isGood: (cell: string) => boolean) => {
    const { filled, good } = count(cells, isGood);
    return filled === 0 || good * 2 > filled;
  };
  const is = (isGood: (cell: string) => boolean) => {
    const { filled, good } = count(cells, isGood);
    return filled > 0 && good === filled;
  };
  // A family may write one of these words. So in a column of texts they say nothing.
  const isText = NAME.test(folded) || REFERENCE.test(folded);
  if (is((cell) => hasCome(cell) !== undefined) && !NEVER.test(folded)) {
    if (SIGN.test(folded)) return { role: 'sign', rank: 0 };
    if (!isText) return { role: 'sign', rank: 1 };
  }
  if (NEVER.test(folded)) return other;
  const rank = DAYS.findIndex((names) => names.test(folded));
  if (rank >= 0 && fits(isDay) && !is(isCode)) return { role: 'day', rank };
  if (CURRENCY.test(folded) && fits(isCode)) return { role: 'currency', rank: 0 };
  // In a language that we don't know, the codes say it.
  if (!isText && (is(isCode) || (CURRENCY.test(folded) && is(isWord))))
    return { role: 'currency', rank: 1 };
  if (fits(isAmount)) {
    if (SIGN.test(folded)) return { role: 'amount', rank: 2 };
    const isIn = IN.test(folded);
    const isOut = OUT.test(folded);
    if (isIn !== isOut) return { role: isIn ? 'in' : 'out', rank: 0 };
    if (AMOUNT.test(folded)) return { role: 'amount', rank: 0 };
  }
  if (STATE.test(folded)) return { role: 'state', rank: 0 };
  if (!isText && is((cell) => isBooked(cell) !== undefined)) return { role: 'state', rank: 1 };
  if (OWN.test(folded)) return other;
  if (NAME.test(folded)) return { role: 'name', rank: 0 };
  return REFERENCE.test(folded) ? { role: 'reference', rank: 0 } : other;
}

/** How many of these names say what a list of transfers needs; 0 if it lacks a day or an amount. */
export function countKnown(names: string[]): number {
  const folded = names.map(foldName);
  const find = (...known: RegExp[]) =>
    folded.flatMap((name, place) =>
      // With a wrong delimiter, a line of amounts can look like one of names.
      !NEVER.test(name) && !/\d\d/.test(name) && known.some((one) => one.test(name)) ? [place] : [],
    );
  const days = find(...DAYS);
  const amounts = find(AMOUNT, IN, OUT);
  if (!days.some((day) => amounts.some((amount) => amount !== day))) return 0;
  return find(...DAYS, AMOUNT, IN, OUT, SIGN, CURRENCY, STATE, REFERENCE, NAME).length;
}

/** Whether a row is one of transfers: it has a day, and an amount with a fraction. */
export function isTransferRow(cells: string[]): boolean {
  return cells.some(isDay) && cells.some((cell) => /[.,]\d\d\D*$/.test(cell) && isAmount(cell));
}

/** There is at most one column of each. */
const SINGLE: ColumnRole[] = ['day', 'amount', 'in', 'out', 'sign'];

/**
 * R554
 * @param names of the columns
 * @param rows the cells below
 * @param currency of the school
 * @returns the role of each column
 */
export function assignRoles(names: string[], rows: string[][], currency: string): ColumnRole[] {
  const columns = names.map((name, place) => {
    const cells = rows.map((row) => row[place] ?? '');
    const said = findCurrency(name);
    const isEmpty = cells.every((cell) => !cell.trim());
    const { role, rank } = judge(name, cells);
    // A column of another currency, or an empty one, is the amount only if there is no better one.
    const distance = rank + (isEmpty ? 10 : 0) + (said && said !== currency ? 100 : 0);
    return { role, distance, isEmpty, cells };
  });
  const all = (...roles: ColumnRole[]) => columns.filter(({ role }) => roles.includes(role));
  const isFilled = (...roles: ColumnRole[]) => all(...roles).some(({ isEmpty }) => !isEmpty);
  // What came and what went, each in a column of its own, says more than an amount.
  const isPair =
    all('in').length > 0 && all('out').length > 0 && (isFilled('in', 'out') || !isFilled('amount'));
  const hasMinus = all('amount').some(({ cells }) =>
    cells.some((cell) => (readAmount(cell)?.cents ?? 0) < 0),
  );
  const drop = ({ role, distance }: { role: ColumnRole; distance: number }): boolean => {
    if (role === 'amount') return isPair;
    if (role === 'in' || role === 'out') return !isPair && all('amount').length > 0;
    // A word such as `Lastschrift` in any column says less than a minus sign.
    return role === 'sign' && distance > 0 && hasMinus;
  };
  return columns.map((column, place) => {
    const { role, distance } = column;
    if (drop(column)) return 'other';
    if (!SINGLE.includes(role)) return role;
    const isBeaten = columns.some(
      (other, at) =>
        other.role === role &&
        (other.distance < distance || (other.distance === distance && at < place)),
    );
    return isBeaten ? 'other' : role;
  });
}

/** Columns that are known by their cells alone, in a file whose names say nothing. */
export function guessByCells(rows: string[][], width: number): ColumnRole[] {
  const all = (place: number, isGood: (cell: string) => boolean) => {
    const { filled, good } = count(
      rows.map((row) => row[place] ?? ''),
      isGood,
    );
    return filled > 0 && good === filled;
  };
  const places = Array.from({ length: width }, (_, place) => place);
  const [day] = places.filter((place) => all(place, isDay));
  const amounts = places.filter(
    (place) => place !== day && all(place, (cell) => isTransferRow(['2027-01-01', cell])),
  );
  return places.map((place) => {
    if (place === day) return 'day';
    // With two of them, one may be a balance: nobody but the office knows.
    if (amounts.length === 1 && place === amounts[0]) return 'amount';
    return amounts.includes(place) ? 'other' : 'reference';
  });
}

/** Whether a column's cells may be another each time the bank gives out the line. */
export function changes(name: string): boolean {
  return NEVER.test(foldName(name));
}
