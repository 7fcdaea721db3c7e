import { findAge } from '@speakifyr/contract/age.ts';
import type { CarePerson, ChildContact } from '@speakifyr/contract/children.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { type ChildCare, getCareOf } from './care.ts';
import { judgePickUp } from './contacts.ts';
import type { EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { recordReading } from '../events/record-reading.ts';
import { findClassLookedAfter } from './looks-after.ts';
import { listEnrolledSeats } from '../seats/find-seat.ts';
import { type Person, readPeople } from '../users/participant-names.ts';
import type { Services } from '../services.ts';

type CareSheet = Output<Contract['GET /classCare/:classId']>;

/**
 * The care sheet of a class: what those who look after the children must know. The audit log records the reader before
 * anything is read. If that can't be written, nobody gets it. R125
 * @param id 24 hexadecimal digits
 * @throws {ApiError} `not_allowed` unless the reader is an admin or teaches the class now; `not_found`;
 *   `care_sheet_closed` for an instructor who is too early or too late
 */
export async function getCareSheet(
  id: string,
  reader: UserDocument,
  services: Services,
): Promise<CareSheet> {
  const campClass = await findClassLookedAfter(id, reader, 'care sheet', services);
  const { _id, name, camp_start, camp_end } = campClass;
  await recordReading('read care sheet', { id: _id, target: name }, reader, services);
  const seats = listEnrolledSeats(campClass).sort((a, b) =>
    a.entry_code.localeCompare(b.entry_code, 'en', { numeric: true }),
  );
  const personOf = await readPeople(seats, services);
  const careOf = await getCareOf(
    seats.flatMap(({ childId }) => childId ?? []),
    reader,
    services,
  );
  return {
    classId: _id.toHexString(),
    name,
    camp_start,
    camp_end,
    people: seats.map((seat) =>
      presentPerson(
        { ...seat, ...personOf(seat) },
        careOf.get(seat.childId?.toHexString() ?? ''),
        camp_start,
      ),
    ),
  };
}

function presentPerson(
  seat: EnrolledSeat & Person,
  care: ChildCare | undefined,
  firstDay: string,
): CarePerson {
  const person = {
    cartId: seat.seatId.toHexString(),
    entry_code: seat.entry_code,
    name: seat.name,
    childId: seat.childId?.toHexString() ?? null,
  };
  if (!care)
    return {
      ...person,
      age: null,
      note: '',
      hasSevereAllergy: false,
      health: null,
      contacts: [],
      // This person joined for themselves. Once the account is deleted, the address is nobody's.
      guardians: seat.childId || seat.isDeleted ? [] : [presentSelf(seat)],
      mustNotCollect: [],
      mayLeaveAloneFrom: null,
    };
  return {
    ...person,
    age: findAge(care.birthDate, firstDay),
    note: care.note,
    hasSevereAllergy: care.health?.allergies.some(({ isSevere }) => isSevere) ?? false,
    health: care.health,
    formFacts: care.formFacts,
    contacts: listContacts(care.contacts, firstDay),
    guardians: care.guardians,
    mustNotCollect: care.mustNotCollect,
    ...(care.isKept && { isKept: true as const }),
    mayLeaveAloneFrom: care.mayLeaveAloneFrom,
  };
}

function presentSelf({ name, email, phone }: Person): CarePerson['guardians'][number] {
  return { name, email, phone, mayCollect: 'free' };
}

/** Emergency contacts first. A pick-up permission that ended before the first day is left out. */
function listContacts(contacts: ChildContact[], firstDay: string): ChildContact[] {
  return contacts
    .map((contact) => ({
      contact,
      hasEnded: contact.mayPickUp && judgePickUp(contact, firstDay) === 'no',
    }))
    .filter(({ contact, hasEnded }) => contact.isEmergency || !hasEnded)
    .map(({ contact, hasEnded }) =>
      hasEnded ? { ...contact, mayPickUp: false, pickUpUntil: null } : contact,
    )
    .sort((a, b) => Number(b.isEmergency) - Number(a.isEmergency));
}
