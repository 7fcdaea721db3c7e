import { sayTax, sumTaxes, type Taxed } from '@speakifyr/contract/tax.ts';
import { listCreditNotes } from '../../ledger/credit-notes.ts';
import { taxesOfRefund, type ToReturn } from '../../ledger/paper-taxes.ts';
import { listReceipts } from '../../ledger/receipts.ts';
import type { Services } from '../../services.ts';
import type { Fact } from '../content.ts';
import { sayCharge } from './say.ts';

/** What came from a payment and goes back. `ofCredit`: the credit that it comes from has a credit note already. */
type Part = ToReturn & { paymentId: string; ofCredit?: string };

/**
 * The tax in what goes back, as the credit notes have it: each at the rate of the receipt that it corrects. R615
 * @returns undefined for a school without a tax, and for payments without a receipt
 */
export async function readTaxes(
  parts: Part[],
  { database }: Services,
): Promise<Taxed[] | undefined> {
  const noted = parts.filter(({ ofCredit }) => !ofCredit);
  const ids = noted.map(({ paymentId }) => paymentId);
  const receipts = await listReceipts(database.collections, ids);
  const notes = await listCreditNotes(database.collections, ids);
  const taxes = noted.flatMap(({ paymentId, ...refund }): Taxed[] => {
    const receipt = receipts.find((one) => one.paymentId === paymentId);
    if (!receipt) return [];
    const { currency } = receipt;
    const own = notes.filter((note) => note.paymentId === paymentId);
    const found = taxesOfRefund(receipt, refund, own);
    return (found.taxes ?? []).map((tax) => ({ ...tax, currency }));
  });
  return taxes.length > 0 ? sumTaxes(taxes) : undefined;
}

/** The tax in an amount. @param shown that amount, in cents: of another one, the line says of which */
export function listTaxes(taxes: Taxed[] | undefined, shown: number): Fact[] {
  return (taxes ?? []).map((tax) => {
    const { of: amount, currency } = tax;
    const said = sayTax(tax, currency);
    return ['Tax', amount === shown ? said : `${said}, in ${sayCharge({ amount, currency })}`];
  });
}
