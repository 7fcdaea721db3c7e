import type { TextPart } from '@speakifyr/contract/text-parts.ts';
import type { Collection, Db } from 'mongodb';
import type { ClassDocument } from './class-document.ts';
import type { ContactMessageDocument } from './contact-documents.ts';
import type { SchoolEvent, WithEvents } from './event-document.ts';
import type {
  ChildContactsDocument,
  ChildDocument,
  ChildHealthDocument,
  ChildPhotoDocument,
  InvitedAddressDocument,
  SafetyRecordDocument,
  TapDocument,
} from './family-documents.ts';
import type { FormAnswerDocument, FormDocument, FormPartDocument } from './form-documents.ts';
import type { ImportDocument } from './import-document.ts';
import type {
  ClosedMonthDocument,
  CreditNoteDocument,
  ReceiptDocument,
  RefundDocument,
  SeatChangeDocument,
  SettingsDocument,
  StatementDocument,
} from './money-documents.ts';
import type { OutboxDocument } from './outbox-document.ts';
import type { OpenTransferDocument, PaymentDocument } from './payment-documents.ts';
import type { AidRequestDocument, CodeUseDocument } from './price-documents.ts';
import type { ApiKeyDocument, DeliveryDocument, WebhookDocument } from './program-documents.ts';
import type { DeletedAccountDocument, UserDocument } from './user-documents.ts';

/** Visits to the instructors' page, counted by day (`_id` is yyyy-mm-dd). */
export type VisitDayDocument = { _id: string; visits: number };

/** The layout of the data: layout.ts. There is one such document. */
export type LayoutDocument = {
  _id: 'layout';
  number: number;
  /** Which version marked or migrated the data. Missing if that was 0.1.0 or older. */
  version?: string;
  commit?: string;
  /** What the ids of calendar entries end with. Missing in a school that began when that was OLD_ENTRY_ENDING. R639 */
  entryEnding?: string;
  /** Set while a program migrates it: migrate.ts. */
  migrating?: { by: string; until: Date };
};

/**
 * A text of the school as people read it in one of its versions, with the facts of that time. Written once, and never changed or
 * deleted: what somebody agreed to names it. decisions/0121
 */
export type TextVersionDocument = {
  /** Its name and its version: `healthConsent 2026-11-26`. */
  _id: string;
  parts: TextPart[];
};

// Rules: R21.
export type Collections = {
  users: Collection<UserDocument>;
  classes: Collection<ClassDocument>;
  payments: Collection<PaymentDocument>;
  openTransfers: Collection<OpenTransferDocument>;
  visitDays: Collection<VisitDayDocument>;
  events: Collection<SchoolEvent>;
  deletedAccounts: Collection<DeletedAccountDocument>;
  contactMessages: Collection<ContactMessageDocument>;
  outbox: Collection<OutboxDocument>;
  children: Collection<ChildDocument>;
  childContacts: Collection<ChildContactsDocument>;
  childHealth: Collection<ChildHealthDocument>;
  childPhotos: Collection<ChildPhotoDocument>;
  invitedAddresses: Collection<InvitedAddressDocument>;
  forms: Collection<FormDocument>;
  formAnswers: Collection<FormAnswerDocument>;
  formParts: Collection<FormPartDocument>;
  attendance: Collection<TapDocument>;
  safetyRecords: Collection<SafetyRecordDocument>;
  refunds: Collection<RefundDocument & WithEvents>;
  receipts: Collection<ReceiptDocument>;
  creditNotes: Collection<CreditNoteDocument>;
  statements: Collection<StatementDocument>;
  seatChanges: Collection<SeatChangeDocument>;
  settings: Collection<SettingsDocument>;
  textVersions: Collection<TextVersionDocument>;
  closedMonths: Collection<ClosedMonthDocument>;
  codeUses: Collection<CodeUseDocument>;
  aidRequests: Collection<AidRequestDocument>;
  apiKeys: Collection<ApiKeyDocument>;
  webhooks: Collection<WebhookDocument>;
  webhookDeliveries: Collection<DeliveryDocument>;
  imports: Collection<ImportDocument>;
  layout: Collection<LayoutDocument>;
};

/** @returns the typed collections of a database */
export function openCollections(db: Db): Collections {
  return {
    users: db.collection('users'),
    classes: db.collection('classes'),
    payments: db.collection('payments'),
    openTransfers: db.collection('openTransfers'),
    visitDays: db.collection('visitDays'),
    events: db.collection('events'),
    deletedAccounts: db.collection('deletedAccounts'),
    contactMessages: db.collection('contactMessages'),
    outbox: db.collection('outbox'),
    children: db.collection('children'),
    childContacts: db.collection('childContacts'),
    childHealth: db.collection('childHealth'),
    childPhotos: db.collection('childPhotos'),
    invitedAddresses: db.collection('invitedAddresses'),
    forms: db.collection('forms'),
    formAnswers: db.collection('formAnswers'),
    formParts: db.collection('formParts'),
    attendance: db.collection('attendance'),
    safetyRecords: db.collection('safetyRecords'),
    refunds: db.collection('refunds'),
    receipts: db.collection('receipts'),
    creditNotes: db.collection('creditNotes'),
    statements: db.collection('statements'),
    seatChanges: db.collection('seatChanges'),
    settings: db.collection('settings'),
    textVersions: db.collection('textVersions'),
    closedMonths: db.collection('closedMonths'),
    codeUses: db.collection('codeUses'),
    aidRequests: db.collection('aidRequests'),
    apiKeys: db.collection('apiKeys'),
    webhooks: db.collection('webhooks'),
    webhookDeliveries: db.collection('webhookDeliveries'),
    imports: db.collection('imports'),
    layout: db.collection('layout'),
  };
}
