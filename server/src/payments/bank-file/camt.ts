import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { readAmount } from './amounts.ts';
import { type BankLine, joinTexts, REASONS, sayOther } from './bank-line.ts';

/**
 * CAMT.053 of ISO 20022, the list that banks give to companies as XML; also CAMT.052, the list of a day that is not over, and
 * CAMT.054, a list of single entries. Versions 2 to 13 differ in where a state and a name stand.
 */

/** An element: its text is in `#text`, its attributes begin with @. */
type Element = { [name: string]: unknown };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  // Amounts and references stay as they are written.
  parseTagValue: false,
  parseAttributeValue: false,
});

/** @returns each entry; undefined if it is no such list */
export function readCamtLines(xml: string, currency: string): BankLine[] | undefined {
  // Such a list has no document type, and what one can do is not ours to run.
  if (/<!DOCTYPE/i.test(xml) || XMLValidator.validate(xml) !== true) return undefined;
  const document = child(parser.parse(xml) as Element, 'Document');
  const reports = [
    ...children(child(document, 'BkToCstmrStmt'), 'Stmt'),
    ...children(child(document, 'BkToCstmrAcctRpt'), 'Rpt'),
    ...children(child(document, 'BkToCstmrDbtCdtNtfctn'), 'Ntfctn'),
  ];
  if (reports.length === 0) return undefined;
  return reports
    .flatMap((report) => children(report, 'Ntry'))
    .flatMap((entry, place) => readEntry(entry, place + 1, currency));
}

function readEntry(entry: Element, line: number, currency: string): BankLine[] {
  const parts = children(entry, 'NtryDtls').flatMap((details) => children(details, 'TxDtls'));
  const total = readMoney(child(entry, 'Amt'));
  const amounts = parts.map((part) => readMoney(findAmount(part)));
  // A bank may book many transfers in one sum, and name each one. Only if they are the sum, each is a line of its own.
  const isSplit =
    parts.length > 1 &&
    !!total &&
    amounts.every((amount) => amount?.currency === total.currency) &&
    amounts.reduce((sum, amount) => sum + (amount?.cents ?? 0), 0) === total.cents;
  if (isSplit)
    return parts.map((part, at) => readPart(entry, [part], amounts[at], { line, currency }));
  return [readPart(entry, parts, total, { line, currency })];
}

function findAmount(part: Element): Element {
  const amount = child(part, 'Amt');
  if (read(amount)) return amount;
  return child(child(child(part, 'AmtDtls'), 'TxAmt'), 'Amt');
}

type Money = { cents: number; currency: string };

function readMoney(amount: Element): Money | undefined {
  const found = readAmount(read(amount));
  return found ? { cents: found.cents, currency: read(amount['@Ccy']) } : undefined;
}

function readPart(
  entry: Element,
  parts: Element[],
  amount: Money | undefined,
  { line, currency }: { line: number; currency: string },
): BankLine {
  const kept = joinTexts(parts.flatMap(listTexts));
  const text = joinTexts([kept, read(entry['AddtlNtryInf'])]);
  const sum = `${read(child(entry, 'Amt'))} ${read(child(entry, 'Amt')['@Ccy'])}`;
  const leave = (state: Exclude<BankLine['state'], 'arrived'>, reason: string): BankLine => ({
    line,
    state,
    reason,
    text: joinTexts([sum, text]),
  });
  const status = read(child(entry, 'Sts')['Cd'] ?? entry['Sts']);
  if (status !== 'BOOK')
    return leave('pending', status ? `The bank says “${status}”.` : REASONS.notBooked);
  if (!amount || amount.cents <= 0) return leave('unreadable', REASONS.noAmount);
  if (amount.currency !== currency) return leave('other currency', sayOther(amount.currency));
  const directions = [entry, ...parts].map((one) => read(one['CdtDbtInd']));
  if (directions.includes('DBIT')) return leave('out', REASONS.out);
  if (directions[0] !== 'CRDT')
    return leave('unreadable', 'It does not say whether the money came or went.');
  const isReversal = read(entry['RvslInd']) === 'true' || parts.some((part) => 'RtrInf' in part);
  if (isReversal) return leave('out', REASONS.cameBack);
  const day = [child(entry, 'BookgDt'), child(entry, 'ValDt')]
    .flatMap((date) => [read(date['Dt']), read(date['DtTm'])])
    .map((date) => /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0])
    .find(Boolean);
  if (!day) return leave('unreadable', REASONS.noDay);
  return { line, state: 'arrived', day, amount: amount.cents, text, kept: kept || text };
}

/** Who sent it and what they wrote. */
function listTexts(part: Element): string[] {
  const remittance = children(part, 'RmtInf');
  const debtor = child(child(part, 'RltdPties'), 'Dbtr');
  const endToEnd = read(child(part, 'Refs')['EndToEndId']);
  return [
    ...remittance.flatMap((info) => list(info['Ustrd']).map(read)),
    ...remittance.flatMap((info) =>
      children(info, 'Strd').map((one) => read(child(one, 'CdtrRefInf')['Ref'])),
    ),
    read(child(debtor, 'Pty')['Nm'] ?? debtor['Nm']),
    endToEnd === 'NOTPROVIDED' ? '' : endToEnd,
  ];
}

function list(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function children(element: Element, name: string): Element[] {
  return list(element[name]).filter(isElement);
}

function child(element: Element, name: string): Element {
  return list(element[name]).map((one) => (isElement(one) ? one : { '#text': one }))[0] ?? {};
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null;
}

/** The text of an element, or of an attribute. */
function read(value: unknown): string {
  const text = isElement(value) ? value['#text'] : value;
  return typeof text === 'string' ? text.trim() : '';
}
