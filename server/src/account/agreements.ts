import { PAID_TEXTS } from '@speakifyr/contract/text-parts.ts';
import type { Agreement } from '@speakifyr/contract/text-version.ts';
import type { PaymentDocument } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { listPartConsents } from '../families/form-parts.ts';
import { listConfirmations } from '../families/health.ts';
import { listPhotoConsents } from '../families/photo-store.ts';
import { listAgreedPayments } from '../ledger/payment-store.ts';
import type { Services } from '../services.ts';

/**
 * What somebody agreed to, by the version of its text: terms, health and photos of their children, what the card form names, and paying
 * in parts, which has its words with it. Nothing about health itself. The newest first. R621
 * @param children theirs
 */
export async function listAgreements(
  user: UserDocument,
  children: Pick<ChildDocument, '_id' | 'name'>[],
  services: Services,
): Promise<Agreement[]> {
  const ids = children.map(({ _id }) => _id);
  const names = new Map(children.map(({ _id, name }) => [_id.toHexString(), name]));
  const [health, forms, photos, payments] = await Promise.all([
    listConfirmations(ids, services),
    listPartConsents(ids, services),
    listPhotoConsents(ids, services),
    listAgreedPayments(services.database.collections, user._id),
  ]);
  const ofChildren = [
    ...health.map((one) => ({ name: 'healthConsent' as const, ...one })),
    ...forms.map((one) => ({ name: 'healthConsent' as const, ...one })),
    ...photos.map((one) => ({ name: 'photoConsent' as const, ...one })),
  ]
    // What another guardian agreed to is theirs.
    .filter(({ consent }) => consent.by.equals(user._id))
    .map(({ name, _id, consent }) => ({
      name,
      version: consent.textVersion,
      at: consent.at.toISOString(),
      about: names.get(_id.toHexString()) ?? '',
    }));
  const inParts = payments.flatMap(({ items, status }) => {
    if (!isBought(status)) return [];
    // One yes is for all seats of a payment.
    const plan = items.find((item) => item.plan?.byCard)?.plan;
    if (!plan?.byCard) return [];
    const { text: about, version = '' } = plan.byCard;
    return { name: 'partsConsent' as const, version, at: plan.agreedAt.toISOString(), about };
  });
  const { agreedTerms: terms } = user;
  const byPaying = payments.flatMap(({ agreed, status }) => {
    // Anybody may have the link.
    if (!agreed || agreed.byLink || !isBought(status)) return [];
    const at = agreed.at.toISOString();
    return PAID_TEXTS.map((name) => ({ name, version: agreed.texts[name], at, about: '' }));
  });
  const ofAccount = [
    ...(terms
      ? [{ name: 'terms' as const, version: terms.of, at: terms.at.toISOString(), about: '' }]
      : []),
    ...byPaying,
  ];
  return [...onlyFirst(ofAccount), ...ofChildren, ...inParts].toSorted((one, other) =>
    other.at.localeCompare(one.at),
  );
}

/** Who gave a payment up has agreed to nothing that holds. */
function isBought(status: PaymentDocument['status']): boolean {
  return status !== 'canceled' && status !== 'open';
}

/** Who pays every week agrees to the same version every week: it is listed once, with the first day. */
function onlyFirst(list: Agreement[]): Agreement[] {
  const sorted = list.toSorted((one, other) => one.at.localeCompare(other.at));
  const nameIt = ({ name, version }: Agreement) => `${name} ${version}`;
  return sorted.filter(
    (one, place) => sorted.findIndex((it) => nameIt(it) === nameIt(one)) === place,
  );
}
