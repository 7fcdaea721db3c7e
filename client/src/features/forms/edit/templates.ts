import type { FormQuestion, FormTerms } from '@speakifyr/contract/forms.ts';

/** Forms to begin with. Plain data: a director changes every word before it is published. */

type Written = Partial<FormTerms> & Pick<FormTerms, 'name'>;

const EMPTY: FormTerms = {
  name: '',
  kind: 'questions',
  about: 'child',
  text: '',
  questions: [],
  isPictures: false,
  due: null,
  season: null,
  classIds: [],
};

type Asked = Partial<FormQuestion> & Pick<FormQuestion, 'label'>;

function ask(...questions: Asked[]): FormQuestion[] {
  return questions.map((question, place) => ({
    key: `q${place + 1}`,
    kind: 'short',
    options: [],
    isRequired: true,
    seenBy: 'office',
    ...question,
  }));
}

const allow = (...purposes: string[]) =>
  ask(...purposes.map((label): Asked => ({ label, kind: 'yesNo', isRequired: false })));

const WRITTEN: Record<string, Written> = {
  empty: { name: '' },
  pictures: {
    name: 'Pictures of your child',
    kind: 'consent',
    isPictures: true,
    text: 'May we take pictures of your child, and what for? Nothing is allowed unless you tick it. You can withdraw it at any time, with one press.',
    questions: allow(
      'Inside the camp, on our own boards',
      'For the families of the class',
      'On our website and in print',
    ),
  },
  waiver: {
    name: 'General waiver',
    kind: 'waiver',
    text: 'I know that sports, trips and play at camp have risks that care can’t rule out. I want my child to take part. I will tell the school about anything that makes an activity dangerous for my child.\n\nPlease have a lawyer look at this text before you publish it.',
  },
  swimming: {
    name: 'Swimming',
    questions: ask(
      {
        label: 'How well does your child swim?',
        kind: 'one',
        seenBy: 'roster',
        options: ['Not yet', 'With help', 'Without help, near the edge', 'Safely, in deep water'],
      },
      { label: 'Does your child have a swimming badge?', kind: 'yesNo', isRequired: false },
      {
        label: 'Which one?',
        isRequired: false,
        seenBy: 'roster',
        showIf: { key: 'q2', is: 'yes' },
      },
      {
        label: 'May your child go into the water with us?',
        kind: 'yesNo',
        seenBy: 'roster',
      },
    ),
  },
  alone: {
    name: 'Leaving alone',
    kind: 'consent',
    text: 'Here you agree to our rules. From what time your child may leave without an adult, you say on your child’s page: the team at the gate goes by that.',
    questions: allow(
      'My child knows the way home, and I have gone it with them',
      'I know that the school’s care ends at the gate',
    ),
  },
  medicine: {
    name: 'Medicine authorization',
    kind: 'waiver',
    text: 'I ask the school to give my child the medicine that I have entered on my child’s page, as it says there. I bring it in its original package, with my child’s name. I tell the school at once if anything changes.\n\nPlease have a lawyer look at this text before you publish it.',
  },
  state: {
    name: 'State health form',
    kind: 'questions',
    text: 'Your state asks camps for this. Allergies and medicine belong on your child’s page, under Health. Only those who look after your child read the answers about health.',
    questions: ask(
      { label: 'Date of your child’s last physical exam', kind: 'date', seenBy: 'care' },
      { label: 'Name of your child’s doctor', seenBy: 'care' },
      { label: 'Phone of your child’s doctor', kind: 'phone', seenBy: 'care' },
      {
        label: 'Is your child up to date on the shots that our state requires for school?',
        kind: 'one',
        seenBy: 'care',
        options: ['Yes', 'Not all of them', 'Exempt under state law'],
      },
      {
        label: 'Which shots are missing?',
        kind: 'long',
        seenBy: 'care',
        showIf: { key: 'q4', is: 'Not all of them' },
      },
      { label: 'Date of the last tetanus shot', kind: 'date', seenBy: 'care', isRequired: false },
    ),
  },
  vaccination: {
    name: 'Vaccination record',
    kind: 'document',
    isHealth: true,
    text: 'Please send your child’s vaccination record: the page from your doctor or your state’s registry, or a picture of the card, front and back.',
  },
  physician: {
    name: 'Physician’s page',
    kind: 'document',
    isHealth: true,
    text: 'Please send the physical exam form that your child’s doctor has filled in and signed. All pages must be readable, with the date of the exam.',
  },
  instructor: {
    name: 'Instructor’s agreement',
    kind: 'waiver',
    about: 'instructor',
    text: 'I have read the school’s rules for looking after children, and follow them. I am never alone with one child behind a closed door. I report what worries me on the same day.\n\nPlease have a lawyer look at this text before you publish it.',
  },
};

/** The names of the templates, by how an address says them. */
export const TEMPLATES = [
  { from: 'empty', label: 'An empty form' },
  ...Object.entries(WRITTEN).flatMap(([from, { name }]) => (name ? [{ from, label: name }] : [])),
];

export function readTemplate(from: string | null): FormTerms {
  return { ...EMPTY, ...WRITTEN[from ?? 'empty'] };
}
