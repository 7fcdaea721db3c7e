import * as z from 'zod';
import { certificateFacts } from './certificates.ts';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { anyDay, day, email, id, name, room, timeOfDay } from './fields.ts';

/** The people who look after a class besides its instructor, each on some of its days. */

const teamRole = z.enum(['assistant', 'substitute']);
export type TeamRole = z.output<typeof teamRole>;
teamRole.register(z.globalRegistry, { id: 'TeamRole' });

/** The first and the last day of somebody on a team, both included. */
const stay = { from: day, to: day };
/** The same in a request. */
const newStay = { from: anyDay, to: anyDay };

/** The client says what is wrong with them on these days: certificate-state.ts. */
const checked = { certificates: z.array(certificateFacts) };

const inOrder = {
  check: ({ from, to }: { from: string; to: string }) => from <= to,
  problem: { message: 'The last day is before the first one.', path: ['to'] },
};

/** Who is on a team, or can be added. */
export const teamPerson = z.object({ userId: id, name, email, ...checked });
teamPerson.register(z.globalRegistry, { id: 'TeamPerson' });

const teamMember = teamPerson.extend({
  memberId: id,
  role: teamRole,
  ...stay,
  /** Another class that they have at the same time; null if there is none. */
  clash: z.string().nullable(),
});
export type TeamMember = z.output<typeof teamMember>;
teamMember.register(z.globalRegistry, { id: 'TeamMember' });

const classTeam = z.object({
  /** The instructor; null if nobody is assigned. */
  lead: teamPerson.nullable(),
  /** The days on which the class meets, from today on. */
  days: z.array(day),
  today: day,
  members: z.array(teamMember),
  /** Who can be added: all instructors but its own, by name. `busy`: their other classes at the same time. */
  people: z.array(teamPerson.extend({ busy: z.array(z.object({ name, ...stay })) })),
});
export type ClassTeam = z.output<typeof classTeam>;
classTeam.register(z.globalRegistry, { id: 'ClassTeam' });

const myTeam = z.object({
  memberId: id,
  classId: id,
  className: z.string(),
  role: teamRole,
  ...stay,
  /** Whether they look after its children today. */
  isToday: z.boolean(),
  dailyStart: timeOfDay.nullable(),
  dailyEnd: timeOfDay.nullable(),
  assign_room: room,
});
export type MyTeam = z.output<typeof myTeam>;
myTeam.register(z.globalRegistry, { id: 'MyTeam' });

/** The admin has read that this person has another class at the same time. */
const confirmBusy = { confirm_busy: z.literal(true).optional() };

const theClass = z.object({ classId: id });
const theMember = theClass.extend({ memberId: id });

export const team = {
  'GET /classTeam/:classId': defineEndpoint({
    summary: 'The team of a class',
    access: { who: 'admin' },
    params: theClass,
    output: classTeam,
    errors: ['not_found'],
  }),

  'POST /classTeam/:classId': defineAct({
    summary: 'Put an instructor on a team',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: theClass,
    body: z
      .object({ userId: id, role: teamRole, ...newStay, ...confirmBusy })
      .refine(inOrder.check, inOrder.problem),
    errors: [
      'not_found',
      'class_is_draft',
      'leads_class',
      'already_on_team',
      'not_class_days',
      'member_busy',
      'team_full',
    ],
  }),

  'PATCH /classTeam/:classId/:memberId': defineAct({
    summary: 'Change the days of a team member',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: theMember,
    body: z.object({ ...newStay, ...confirmBusy }).refine(inOrder.check, inOrder.problem),
    errors: ['not_found', 'leads_class', 'already_on_team', 'not_class_days', 'member_busy'],
  }),

  'DELETE /classTeam/:classId/:memberId': defineAct({
    summary: 'Take somebody off a team',
    access: { who: 'admin' },
    changesCatalogue: true,
    params: theMember,
    errors: ['not_found'],
  }),

  'GET /myTeams': defineEndpoint({
    summary: 'The caller’s teams, from today on',
    access: { who: 'instructor' },
    output: z.array(myTeam),
  }),
};
