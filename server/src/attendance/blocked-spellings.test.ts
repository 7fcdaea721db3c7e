import { expect, it } from 'vitest';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';

const { app, build, makeOut, send } = useCampDay();

/** Each is Karl Müller for any reader, or may be. */
const SAME = [
  ...['Karl J. Müller', 'Dr. Karl Müller', 'Karl-Heinz Müller', 'Mueller, Karl', 'KARL MUELLER'],
  ...[
    'Prof. Dr. med. Karl von Müller',
    'Karl Muller',
    'Karl Müller jun.',
    'Müller Karl',
    'K. Müller',
  ],
  ...[
    'Karl Heinz Müller',
    'Karl Josef Maria Müller',
    'Karl Müller-Schmidt',
    'Herr Müller',
    'Carl Müller',
  ],
  ...[
    'Karl\u00a0Müller',
    'Karl Mu\u0308ller',
    'Ｋａｒｌ Ｍüｌｌｅｒ',
    'Karl „Kalle“ Müller',
    'Карл Мюллер',
  ],
];

// Rules: R543.
it.each(SAME)(
  'a code for %s does not work if Karl Müller must not collect the child',
  async (name) => {
    const day = await build();
    const params = { childId: day.child.id };
    const body = { name: 'Karl Müller', since: CAMP_DAY, note: '' };
    const block = await app
      .as(day.parent)
      .call('POST /myChildren/:id/mustNotCollect', { params: { id: day.child.id }, body });
    expect(block.status).toBe(200);
    // Who wrote it is refused. The other guardian must not learn of it: the team does, at the gate.
    const refused = await app
      .as(day.parent)
      .call('POST /pickupCode/:childId', { params, body: { name } });
    expect(refused.status).toBe(400);
    const { code } = (
      await app.as(day.partner).call('POST /pickupCode/:childId', { params, body: { name } })
    ).body;
    const check = await app.as(day.instructor).call('POST /pickupCode/:childId/check', {
      params,
      body: { classId: day.campClass.id, code },
    });
    expect(check.body).toEqual({ name: null, problem: 'must_not_collect' });
    const tap = makeOut(day.child.id, { how: 'code', name, code });
    expect(await send(day.instructor, day, [tap])).toEqual(['must_not_collect']);
  },
);
