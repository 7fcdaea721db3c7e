import { sayTax, sumTaxes, type Taxed } from '@speakifyr/contract/tax.ts';
import { listReceipts, taxesOf } from '../../ledger/receipts.ts';
import type { ObjectId } from 'mongodb';
import type { Services } from '../../services.ts';
import type { Fact } from '../content.ts';
import { sayCharge } from './say.ts';

/** What came from a payment and goes back. `ofCredit`: the credit that it comes from has a credit note already. */
type Part = {
  paymentId: string;
  amount: number;
  ofCredit?: string;
  seatId?: ObjectId | null;
};

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
  const taxes = noted.flatMap(({ paymentId, amount, seatId }): Taxed[] => {
    const receipt = receipts.find((one) => one.paymentId === paymentId);
    if (!receipt) return [];
    const { currency } = receipt;
    return (taxesOf(receipt, amount, seatId).taxes ?? []).map((tax) => ({ ...tax, currency }));
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
