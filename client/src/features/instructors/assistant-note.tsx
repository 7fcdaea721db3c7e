import type { ShownClass } from '@speakifyr/contract/classes.ts';
import { PersonPhoto } from '../../ui/person-photo.tsx';

type Props = { assistants: NonNullable<ShownClass['assistants']> };

/** Who else looks after a class, below its instructor: those who want to be named. */
export function AssistantNote({ assistants }: Props) {
  return (
    <section aria-labelledby="assistants" className="mt-6">
      <h2 id="assistants" className="text-xl font-bold">
        Who helps
      </h2>
      <ul className="mt-3 flex flex-wrap gap-x-8 gap-y-4">
        {assistants.map(({ name, photo }, index) => (
          <li key={index} className="flex min-w-0 items-center gap-3">
            <PersonPhoto photo={photo} name={name} size={56} />
            <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
