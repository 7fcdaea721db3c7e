import { setUpSchool } from '../testing/school.ts';
import { randomUUID } from 'node:crypto';
import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import { countAdults, findRatio, type OnDuty } from '@speakifyr/contract/child-ratio.ts';
import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays } from '../school-time.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { useSchoolClock } from '../testing/school-clock.ts';

/** A Monday. */
const DAY = '2033-07-04';

const { app, goTo, sayNow } = useSchoolClock(DAY);
const admin = useUser(app, 'admin');

type Stay = ['assistant' | 'substitute', UserDocument, string?];

/** A class with children and an adult who joined for himself. All have come except the last child. */
async function buildCamp(children: number, lead: UserDocument | null, stays: Stay[]) {
  goTo('09:00');
  const parent = await buildUser(app);
  const enrolled = [];
  for (let place = 0; place < children; place += 1) enrolled.push(await buildChild(app, parent));
  const seats = [...enrolled.map(({ _id: childId }) => ({ childId })), {}].map((who, place) =>
    makeEnrolledSeat({ userId: parent._id, entry_code: `EXM-${101 + place}`, ...who }),
  );
  const campClass = await buildClass(app, {
    ...{ camp_start: DAY, camp_end: addDays(DAY, 4), instructorId: lead?._id ?? null, seats },
    team: stays.map(([role, { _id: userId }, day = DAY]) => ({
      ...{ _id: new ObjectId(), userId, role, from: day, to: day },
    })),
  });
  const here = [...enrolled.slice(0, -1).map(({ id }) => id), parent._id.toHexString()];
  const taps = here.map((personId) => ({
    ...{ _id: randomUUID(), personId, kind: 'in' as const, at: sayNow() },
  }));
  const body = { classId: campClass.id, day: DAY, taps };
  const { problems } = (await app.as(admin).call('POST /attendance', { body })).body;
  expect(problems.filter(Boolean)).toEqual([]);
  return { campClass, enrolled, parent };
}

/** A class's figure, as the phone computes it from the day list. */
async function readFigure(classId: string, most = 0) {
  const params = { classId, day: DAY };
  const { body } = await app.as(admin).call('GET /dayList/:classId/:day', { params });
  const here = body.people.filter(
    ({ isChild, taps }) => isChild && readAttendance(taps).state === 'here',
  );
  return findRatio([{ children: here.length, team: body.team }], here.length, most);
}

/** The same, counted in the documents, not with our code: children who came, and who was on the plan. */
async function countInDocuments(classId: ObjectId) {
  const { classes, attendance, children } = app.services.database.collections;
  const campClass = await classes.findOne({ _id: classId });
  const taps = await attendance.find({ classId, day: DAY }).toArray();
  const came = taps.filter(({ kind }) => kind === 'in').map(({ personId }) => personId);
  const left = taps.filter(({ kind }) => kind === 'out').map(({ personId }) => String(personId));
  const inside = came.filter((id) => !left.includes(String(id)));
  const today = campClass?.team?.filter(({ from, to }) => from <= DAY && to >= DAY) ?? [];
  const own = [campClass?.instructorId, ...today.filter(({ role }) => role === 'assistant')];
  const substitutes = today.filter(({ role }) => role === 'substitute').length;
  return {
    children: await children.countDocuments({ _id: { $in: inside } }),
    adults: Math.max(own.filter(Boolean).length, substitutes),
  };
}

// Rules: R418.
describe('children to adults of a class', () => {
  it('are counted as the documents say: children who are here, and the plan of that day', async () => {
    const lead = await buildUser(app, 'instructor');
    const [one, two, three] = [
      await buildUser(app, 'instructor'),
      await buildUser(app, 'instructor'),
      await buildUser(app, 'instructor'),
    ];
    const plans: [number, UserDocument | null, Stay[], object][] = [
      [10, lead, [['assistant', one]], { children: 9, adults: 2, perAdult: 5 }],
      [4, lead, [], { children: 3, adults: 1, perAdult: 3 }],
      [3, lead, [['assistant', one, addDays(DAY, 1)]], { children: 2, adults: 1, perAdult: 2 }],
      // The lead is ill.
      [3, lead, [['substitute', one]], { children: 2, adults: 1, perAdult: 2 }],
      [
        ...([5, lead] as const),
        [
          ['assistant', one],
          ['substitute', two],
          ['substitute', three],
        ],
        { children: 4, adults: 2, perAdult: 2 },
      ],
      [2, null, [], { children: 1, adults: 0, perAdult: null, isTooMany: true }],
    ];
    for (const [children, teacher, stays, expected] of plans) {
      const { campClass } = await buildCamp(children, teacher, stays);
      const figure = await readFigure(campClass.id);
      expect(figure).toMatchObject(expected);
      const { children: counted, adults } = await countInDocuments(campClass._id);
      expect([figure.children, figure.adults]).toEqual([counted, adults]);
    }
  });

  it('a child who left or whose arrival was a mistake does not count', async () => {
    const lead = await buildUser(app, 'instructor');
    const { campClass, enrolled, parent } = await buildCamp(4, lead, []);
    const [first, second] = enrolled;
    const { attendance } = app.services.database.collections;
    const wrong = await attendance.findOne({ personId: second?._id ?? new ObjectId() });
    goTo('10:00');
    const collectedBy = { how: 'listed', name: parent.name, checked: 'known' } as const;
    const taps = [
      {
        _id: randomUUID(),
        personId: first?.id ?? '',
        kind: 'out' as const,
        at: sayNow(),
        collectedBy,
      },
      {
        ...{ _id: randomUUID(), personId: second?.id ?? '', kind: 'undo' as const, at: sayNow() },
        undoes: wrong?._id ?? '',
      },
    ];
    const body = { classId: campClass.id, day: DAY, taps };
    expect((await app.as(admin).call('POST /attendance', { body })).body.problems).toEqual([
      null,
      null,
    ]);
    expect(await readFigure(campClass.id)).toMatchObject({ children: 1, adults: 1, perAdult: 1 });
  });

  it('the lists have the school’s limit', async () => {
    const lead = await buildUser(app, 'instructor');
    const { campClass } = await buildCamp(1, lead, []);
    setUpSchool({ booking: { childrenPerAdult: 8 } });
    const params = { classId: campClass.id, day: DAY };
    const list = await app.as(admin).call('GET /dayList/:classId/:day', { params });
    expect(list.body.mostPerAdult).toBe(8);
    setUpSchool();
    const everyone = await app.as(admin).call('GET /emergencyList');
    expect(everyone.body.mostPerAdult).toBe(0);
  });
});

describe('the figure never looks better than it is', () => {
  const IDS = ['a', 'b', 'c', 'd', 'e'];
  const team = fc.uniqueArray(fc.constantFrom(...IDS), { maxLength: 5 }).chain((ids) =>
    fc
      .array(fc.constantFrom('lead', 'assistant', 'substitute'), {
        minLength: ids.length,
        maxLength: ids.length,
      })
      .map((duties) => ids.map((userId, place) => ({ userId, duty: duties[place] ?? 'lead' }))),
  ) as fc.Arbitrary<OnDuty[]>;
  const isSubstitute = ({ duty }: OnDuty) => duty === 'substitute';

  it('never counts more adults than are there, whoever each substitute stands in for', () => {
    const plans = fc.array(team, { maxLength: 4 });
    fc.assert(
      fc.property(plans, fc.infiniteStream(fc.nat()), (teams, choices) => {
        const present = new Set<string>();
        for (const one of teams) {
          const others = one.filter((member) => !isSubstitute(member));
          const substitutes = one.filter(isSubstitute);
          for (let left = substitutes.length; left > 0 && others.length > 0; left -= 1)
            others.splice(choices.next().value % others.length, 1);
          for (const { userId } of [...others, ...substitutes]) present.add(userId);
        }
        expect(countAdults(teams)).toBeLessThanOrEqual(present.size);
      }),
    );
  });

  it('is rounded up, and red exactly if one more adult were needed', () => {
    const input = fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 6 }), fc.nat({ max: 12 }));
    fc.assert(
      fc.property(input, ([children, adults, most]) => {
        const plan = IDS.concat('f').slice(0, adults);
        const members = plan.map((userId) => ({ userId, duty: 'assistant' as const }));
        const ratio = findRatio([{ children, team: members }], children, most);
        const perAdult = ratio.perAdult ?? 0;
        if (children > 0 && adults > 0) {
          expect(perAdult * adults).toBeGreaterThanOrEqual(children);
          expect((perAdult - 1) * adults).toBeLessThan(children);
          expect(ratio.isTooMany).toBe(most > 0 && Math.ceil(children / most) > adults);
        } else expect(ratio.isTooMany).toBe(children > 0);
      }),
    );
  });

  it('a class in which no child is here lends its adults to no other one', () => {
    const lead = (userId: string) => [{ userId, duty: 'lead' as const }];
    const here = [
      { children: 6, team: lead('a') },
      { children: 0, team: lead('b') },
    ];
    expect(findRatio(here, 6, 5)).toEqual({
      ...{ children: 6, adults: 1, perAdult: 6, isTooMany: true },
    });
  });
});
