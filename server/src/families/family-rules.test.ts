import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ChildDocument, Guardian, Invitation } from '../database/family-documents.ts';
import {
  type Family,
  withGuardian,
  withInvitation,
  withoutGuardian,
  withoutInvitation,
} from './family.ts';
import { canChange, idsWithRight, isOwner, listRights } from './rights.ts';

/** How the guardians and invitations of a child change, and what each guardian may do. */

const NOW = new Date('2027-06-01T12:00:00Z');
const [mother, father, aunt, sitter, stranger] = Array.from(
  { length: 5 },
  () => new ObjectId(),
) as [ObjectId, ObjectId, ObjectId, ObjectId, ObjectId];

const guardian = (
  userId: ObjectId,
  invitedBy: ObjectId | null,
  may: GuardianRight[] = ['see', 'book'],
): Guardian => ({ userId, place: `${userId.toHexString()}-1`, may, invitedBy });

const invitation = (email: string, values: Partial<Invitation> = {}): Invitation => ({
  _id: new ObjectId(),
  email,
  may: ['see'],
  invitedBy: mother,
  expiresAt: new Date('2027-06-15T12:00:00Z'),
  ...values,
});

const family = (guardians: Guardian[], invitations: Invitation[] = []): Family => ({
  guardians,
  invitations,
});
const emails = ({ invitations }: Family) => invitations.map(({ email }) => email);
const invitedBy = ({ guardians }: Family) =>
  guardians.map((one) => [one.userId, one.invitedBy] as const);

describe('an invitation', () => {
  it('replaces one to the same address', () => {
    const before = family(
      [guardian(mother, null)],
      [invitation('a@x.test'), invitation('b@x.test')],
    );
    const next = invitation('a@x.test', { may: ['book', 'see'] });
    const after = withInvitation(before, next, NOW);
    expect(after.invitations).toEqual([before.invitations[1], { ...next, may: ['see', 'book'] }]);
    expect(after.guardians).toEqual(before.guardians);
  });

  it('gives no right that it does not name', () => {
    const after = withInvitation(family([guardian(mother, null)]), invitation('a@x.test'), NOW);
    expect(after.invitations).toMatchObject([{ may: ['see'] }]);
  });

  it('drops those that have expired, also just now', () => {
    const old = invitation('old@x.test', { expiresAt: NOW });
    const before = family([guardian(mother, null)], [old]);
    expect(emails(withInvitation(before, invitation('a@x.test'), NOW))).toEqual(['a@x.test']);
  });

  it('is refused where guardians and open invitations are four already', () => {
    const two = [guardian(mother, null), guardian(father, mother)];
    const open = [invitation('a@x.test'), invitation('b@x.test')];
    const next = invitation('c@x.test');
    expect(() => withInvitation(family(two, open), next, NOW)).toThrow(
      expect.objectContaining({ code: 'too_many_guardians' }),
    );
    expect(emails(withInvitation(family(two, open.slice(0, 1)), next, NOW))).toHaveLength(2);
  });

  it('can be withdrawn, alone', () => {
    const before = family(
      [guardian(mother, null)],
      [invitation('a@x.test'), invitation('b@x.test')],
    );
    const id = before.invitations[0]?._id as ObjectId;
    const after = withoutInvitation(before, id);
    expect(emails(after)).toEqual(['b@x.test']);
    expect(after.guardians).toEqual(before.guardians);
  });
});

describe('accepting an invitation', () => {
  const place = 'place-1';

  it('makes the person a guardian with the rights it names, and uses it up', () => {
    const open = invitation('father@x.test', { may: ['see'] });
    const other = invitation('aunt@x.test');
    const after = withGuardian(family([guardian(mother, null)], [open, other]), open, {
      userId: father,
      place,
    });
    expect(after.invitations).toEqual([other]);
    expect(after.guardians[1]).toEqual({ userId: father, place, may: ['see'], invitedBy: mother });
  });

  it('changes no rights of somebody who is a guardian already', () => {
    const open = invitation('father@x.test', { may: ['see', 'book'] });
    const before = family([guardian(mother, null), guardian(father, mother, ['see'])], [open]);
    const after = withGuardian(before, open, { userId: father, place });
    expect(after).toEqual({ guardians: before.guardians, invitations: [] });
  });

  it('is refused for a fifth guardian', () => {
    const open = invitation('e@x.test');
    const four = [
      guardian(mother, null),
      ...[father, aunt, sitter].map((id) => guardian(id, mother)),
    ];
    expect(() => withGuardian(family(four, [open]), open, { userId: stranger, place })).toThrow(
      expect.objectContaining({ code: 'too_many_guardians' }),
    );
    const three = four.slice(0, 3);
    expect(
      withGuardian(family(three, [open]), open, { userId: stranger, place }).guardians,
    ).toHaveLength(4);
  });
});

describe('a guardian who leaves', () => {
  it('takes along the invitations they sent, and no others', () => {
    const mothers = invitation('a@x.test');
    const fathers = invitation('b@x.test', { invitedBy: father });
    const two = [guardian(mother, null), guardian(father, mother)];
    expect(withoutGuardian(family(two, [mothers, fathers]), two[1] as Guardian)).toEqual(
      family([two[0] as Guardian], [mothers]),
    );
  });

  it('hands those they invited to the one who invited them', () => {
    const three = [guardian(mother, null), guardian(father, mother), guardian(aunt, father)];
    expect(invitedBy(withoutGuardian(family(three), three[1] as Guardian))).toEqual([
      [mother, null],
      [aunt, mother],
    ]);
  });

  it('hands the child to a guardian with every right, if they had added it', () => {
    const three = [
      guardian(mother, null),
      guardian(aunt, mother, ['see']),
      guardian(father, mother),
      guardian(sitter, aunt, ['see']),
    ];
    const after = withoutGuardian(family(three), three[0] as Guardian);
    expect(invitedBy(after)).toEqual([
      [aunt, father],
      [father, null],
      [sitter, aunt],
    ]);
    expect(after.guardians.map(({ may }) => may)).toEqual([['see'], ['see', 'book'], ['see']]);
  });

  it('hands it to the first one if nobody has every right, and gives nobody more rights', () => {
    const two = [
      guardian(mother, null),
      guardian(aunt, mother, ['see']),
      guardian(sitter, mother, ['book']),
    ];
    const after = withoutGuardian(family(two), two[0] as Guardian);
    expect(invitedBy(after)).toEqual([
      [aunt, null],
      [sitter, aunt],
    ]);
    expect(after.guardians.map(({ may }) => may)).toEqual([['see'], ['book']]);
  });

  it('cannot be the last one', () => {
    const only = guardian(mother, null);
    expect(() => withoutGuardian(family([only]), only)).toThrow(
      expect.objectContaining({ code: 'last_guardian' }),
    );
  });
});

describe('the rights of a guardian', () => {
  const child = family([
    guardian(mother, null),
    guardian(father, mother),
    guardian(aunt, mother, ['see']),
  ]);

  it('are those they were given; a stranger has none', () => {
    expect(listRights(child, aunt)).toEqual(['see']);
    expect(listRights(child, stranger)).toEqual([]);
  });

  it('are for these children only', () => {
    const [his, other] = [child, family([guardian(mother, null)])].map(
      (one) => ({ ...one, _id: new ObjectId() }) as Partial<ChildDocument> as ChildDocument,
    ) as [ChildDocument, ChildDocument];
    expect(idsWithRight('see', [his, other], aunt)).toEqual([his._id]);
    expect(idsWithRight('book', [his, other], aunt)).toEqual([]);
    expect(idsWithRight('book', [his, other], mother)).toEqual([his._id, other._id]);
  });

  it('only every right together lets them change the child', () => {
    expect([mother, father, aunt, stranger].map((id) => canChange(child, id))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('only the one who added the child owns it', () => {
    expect([mother, father, aunt, stranger].map((id) => isOwner(child, id))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
