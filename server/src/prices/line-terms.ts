import type { TermedLine } from '@speakifyr/contract/moved-lines.ts';
import { type PriceLine, termsOf } from '@speakifyr/contract/prices.ts';
import { ObjectId } from 'mongodb';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { Services } from '../services.ts';
import { findRequest, toAid } from './aid-store.ts';
import { getDiscounts } from './discounts.ts';

/** What a seat may ask about the lines of a price of its family. */
type Lined = Pick<EnrolledSeat, 'childId' | 'lines'>;

/** For what the lines of a seat hold. */
export type ReadTerms = (seat: Lined) => TermedLine[];

/**
 * For what the lines of these seats hold, which is frozen with them. For an older line that does not say so, the discount
 * or award counts as it is now; if that is gone, too, the line is for the class and the person of its seat. R470
 * @returns what is taken off a seat's full price
 */
export async function readTerms(
  seats: Lined[],
  services: Pick<Services, 'database'>,
): Promise<ReadTerms> {
  const old = seats.flatMap(({ lines }) => onlyTaken(lines).filter(({ terms }) => !terms));
  const { discounts } = old.length > 0 ? await getDiscounts(services) : { discounts: [] };
  const ids = old.flatMap(({ kind, discountId }) => (kind === 'aid' && discountId) || []);
  const found = await Promise.all(ids.map((id) => findRequest(new ObjectId(id), services)));
  const awards = found.flatMap((request) => (request ? toAid(request) : []));
  return ({ childId, lines }) =>
    onlyTaken(lines).map((line) => {
      if (line.terms) return { ...line, terms: line.terms };
      const { discountId, lostBelow, kind } = line;
      const discount = discounts.find(({ id }) => id === discountId);
      if (discount) return { ...line, terms: termsOf(discount) };
      const award = awards.find(({ id }) => id === discountId);
      if (award?.classIds) {
        const { classIds, until, person } = award;
        return { ...line, terms: { classIds, until, ...(person !== undefined && { person }) } };
      }
      const from = lostBelow && { from: lostBelow };
      const person = kind === 'aid' && { person: childId?.toHexString() ?? null };
      return { ...line, terms: { classIds: [], isForOneClass: true, ...from, ...person } };
    });
}

function onlyTaken(lines: PriceLine[] = []): PriceLine[] {
  return lines.filter(({ kind }) => kind !== 'base' && kind !== 'extra');
}
