import { setImmediate } from 'node:timers/promises';
import { classes } from '@speakifyr/contract/classes.ts';
import { foldLetters } from '@speakifyr/contract/fold-letters.ts';
import { type ImportField, labelOf } from '@speakifyr/contract/import-fields.ts';
import { COURSE_TAG_LENGTH, NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { findFreeTag, readTags } from '../classes/drafts.ts';
import { describeNewClass } from '../classes/manage-classes.ts';
import { listClassesOfAny } from '../database/class-store.ts';
import type { ClassDocument } from '../database/class-document.ts';
import { ApiError } from '../errors.ts';
import { readAmount } from '../payments/bank-file/amounts.ts';
import { isOwnPicture } from '../own-picture.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { judgeClass } from '../seats/judge-class.ts';
import type { Services } from '../services.ts';
import { findInstructors } from '../users/find-users.ts';
import type { Values } from './match-columns.ts';
import type { FileRow, Outcome, Planned, ReadDateOf } from './planned.ts';

const FORM = classes['POST /addCourse'].body;

/** A picture that the software comes with: the form wants one, and a file has none. */
const PICTURE = '/pictures/classes/science.webp';

/** The fields of the form, as a file calls them. */
const FIELD_OF: Record<string, ImportField> = {
  name: 'name',
  course_tag: 'tag',
  price: 'price',
  sit: 'places',
  assign_room: 'room',
  camp_start: 'start',
  camp_end: 'end',
  dailyStart: 'dailyStart',
  dailyEnd: 'dailyEnd',
  ageFrom: 'ageFrom',
  ageTo: 'ageTo',
  place: 'place',
  details: 'details',
  image: 'image',
};

type Known = Pick<ClassDocument, 'name' | 'course_tag' | 'camp_start'>;

const isAlike = (one: Known, other: Known) =>
  foldLetters(one.name) === foldLetters(other.name) && one.camp_start === other.camp_start;

/**
 * Plans classes: each becomes a draft, by the rules of the form. A class of a file is the one with its tag, or with its name
 * and first day. R616
 */
export async function planClasses(
  rows: FileRow[],
  readDate: ReadDateOf,
  services: Services,
): Promise<Planned> {
  const tags = await readTags(services);
  const read = rows.map((row) => row.problem ?? readForm(row.values, readDate, services));
  const findInstructor = await readInstructorsOf(rows, services);
  const forms = read.flatMap((one) => (typeof one === 'string' ? [] : one));
  const starts = [...new Set(forms.map(({ camp_start }) => camp_start))];
  const asked = forms.flatMap(({ course_tag }) => course_tag || []);
  const known: Known[] = await listClassesOfAny(services.database.collections, [
    { course_tag: { $in: asked } },
    { camp_start: { $in: starts }, status: { $in: ['open', 'draft', 'archived'] } },
  ]);
  /** By line, what the file itself has so far. */
  const ofFile: (Known & { line: number })[] = [];
  const items: Planned['items'] = [];
  const outcomes: Outcome[] = [];
  for (const [place, form] of read.entries()) {
    if (place % 200 === 0) await setImmediate();
    const line = rows[place]?.line ?? 0;
    outcomes[place] = decide(form);

    function decide(wanted: typeof form): Outcome {
      if (typeof wanted === 'string') return { outcome: 'problem', says: wanted };
      const instructor = findInstructor(rows[place]?.values.instructor);
      if (typeof instructor === 'string') return { outcome: 'problem', says: instructor };
      const there = known.find((one) => one.course_tag === wanted.course_tag);
      const before = ofFile.find((one) => one.course_tag === wanted.course_tag);
      const alike = (one: Known) => isAlike(one, wanted);
      if (there ? alike(there) : !wanted.course_tag && known.some(alike))
        return { outcome: 'same', says: 'This class is here already.' };
      if (there) return { outcome: 'problem', says: 'Another class has this tag.' };
      const twin = wanted.course_tag ? before : ofFile.find(alike);
      if (twin && alike(twin))
        return { outcome: 'same', says: `Line ${twin.line} has the same class.` };
      if (twin) return { outcome: 'problem', says: `Line ${twin.line} has the same tag.` };
      const course_tag = wanted.course_tag || findFreeTag(startTag(wanted.name), tags);
      tags.push(course_tag);
      ofFile.push({ ...wanted, course_tag, line });
      items.push({
        _id: new ObjectId(),
        line,
        campClass: { ...wanted, course_tag },
        ...(instructor && { instructorId: instructor._id }),
      });
      const leads = instructor
        ? ` ${instructor.name} leads it once it is published, unless they have another class by then.`
        : '';
      return { outcome: 'create', says: `A new draft, ${course_tag}.${leads}` };
    }
  }
  return { outcomes, items };
}

/** @returns finds an instructor by the email in a cell; undefined if it is empty, and what is wrong if there is none */
async function readInstructorsOf(rows: FileRow[], services: Services) {
  const foldEmail = (text = '') => text.trim().toLowerCase();
  const emails = rows.map(({ values }) => foldEmail(values.instructor)).filter(Boolean);
  const found = await findInstructors([...new Set(emails)], services);
  const known = new Map(found.map((one) => [one.email, one]));
  return (cell: string | undefined) => {
    const email = foldEmail(cell);
    if (!email) return undefined;
    // Without the address: problems are kept for some days.
    return (
      known.get(email) ??
      `${labelOf('instructor', 'classes')}: nobody with this address is an instructor here. Invite them first.`
    );
  };
}

type Form = NonNullable<Planned['items'][number]['campClass']>;

/** @returns the form as somebody would send it, without a tag if the file has none; or what is wrong with it */
function readForm(values: Values, readDate: ReadDateOf, services: Services): Form | string {
  const [start, end] = [readDate('start', values.start ?? ''), readDate('end', values.end ?? '')];
  for (const [field, date] of [
    ['start', start],
    ['end', end],
  ] as const) {
    if (!values[field]) return `${labelOf(field, 'classes')} is missing.`;
    if ('problem' in date) return `${labelOf(field, 'classes')}: ${date.problem}`;
  }
  const price = readAmount(values.price ?? '');
  if (!price) return values.price ? 'The price is no amount.' : 'The price is missing.';
  if (values.image && !isOwnPicture(values.image, services.environment.IMAGE_ORIGINS))
    return `${labelOf('image', 'classes')}: pictures are only shown from this site, or from where it keeps its pictures. Leave it empty, and choose one later.`;
  const { currency } = price;
  if (currency && currency !== SCHOOL.currency)
    return `The price is in ${currency}, and the school’s currency is ${SCHOOL.currency}.`;
  const hours = [values.dailyStart, values.dailyEnd].map((time) => time && readTime(time));
  const { data, error } = FORM.safeParse({
    name: values.name ?? '',
    // Any tag will do to check the rest.
    course_tag: values.tag ?? 'AAA',
    price: price.cents / 100,
    sit: readNumber(values.places),
    assign_room: readNumber(values.room),
    camp_start: 'day' in start ? start.day : '',
    camp_end: 'day' in end ? end.day : '',
    instructor_email: NOT_ASSIGNED,
    image: values.image || PICTURE,
    details: values.details ?? '',
    place: values.place ?? '',
    ageFrom: values.ageFrom ? readNumber(values.ageFrom) : null,
    ageTo: values.ageTo ? readNumber(values.ageTo) : null,
    dailyStart: hours[0] || null,
    dailyEnd: hours[1] || null,
  });
  if (error) {
    const [issue] = error.issues;
    const field = FIELD_OF[String(issue?.path[0])];
    return `${field ? `${labelOf(field, 'classes')}: ` : ''}${issue?.message ?? ''}`;
  }
  try {
    judgeClass(describeNewClass(data, new ObjectId()), {}, services);
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal;
    return Object.values(refusal.extra.fields ?? {})[0] ?? refusal.message;
  }
  return { ...data, course_tag: values.tag ? data.course_tag : '' };
}

function readNumber(text = ''): number | undefined {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined;
}

/** `9:00`, `09:30:00`, `9 AM`, `4.30 pm` as HH:MM. What is no time stays as it is, and the form refuses it. */
function readTime(text: string): string {
  const [, hour = '', minute = '00', half] =
    /^(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim()) ?? [];
  if (!hour) return text;
  const isAfternoon = half?.toLowerCase() === 'p';
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** The first letters of a name, as a tag: SAI for Sailing. */
function startTag(name: string): string {
  const letters = foldLetters(name)
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
  return letters.slice(0, COURSE_TAG_LENGTH).padEnd(COURSE_TAG_LENGTH, 'A');
}
