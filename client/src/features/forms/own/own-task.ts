import type { AskedPerson, ShownForm } from '@speakifyr/contract/forms.ts';
import { sayFirstName } from '../../../lib/say-first-name.ts';

/** A form for a person of the family. */
export type OwnTask = { id: string; form: ShownForm; person: AskedPerson; name: string };

/** Form by form, so that what was typed for one child is near when the next one is asked. */
export function listTasks({
  forms,
  people,
}: {
  forms: ShownForm[];
  people: AskedPerson[];
}): OwnTask[] {
  const names = people.map(({ name }) => name);
  return forms.flatMap((form) =>
    people
      .filter(({ formId }) => formId === form._id)
      .map((person) => ({
        id: `${form._id}-${person.personId}`,
        form,
        person,
        name: form.terms.about === 'child' ? sayFirstName(person.name, names) : person.name,
      })),
  );
}
