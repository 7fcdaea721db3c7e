import type { ReactNode } from 'react';
import { Picture } from './picture.tsx';
import { PersonPhoto } from './person-photo.tsx';
import { PageTitle } from './page-heading.tsx';

type Props = {
  user: { name: string; email: string; photo: string };
  /** A wide picture of ours above the person, and the part of it to show. */
  picture: { name: string; width: number; height: number; className: string };
  action?: ReactNode;
};

/** Who the dashboard belongs to; the name is the page's first heading. */
export function ProfileCard({ user: { name, email, photo }, picture, action }: Props) {
  return (
    <section className="card bg-base-100 shadow-card mb-6 overflow-hidden">
      <Picture
        {...picture}
        alt=""
        hasSmall
        sizes="(min-width: 64rem) 60rem, 100vw"
        loading="eager"
        className={`bg-base-300 h-32 w-full object-cover sm:h-44 ${picture.className}`}
      />
      <div className="flex flex-col gap-x-6 gap-y-4 px-5 pb-6 sm:flex-row sm:items-center sm:px-8">
        <span className="relative -mt-12 shrink-0">
          <PersonPhoto photo={photo} name={name} size={112} className="ring-base-100 ring-6" />
        </span>
        <div className="min-w-0 flex-1 sm:pt-4">
          <PageTitle>{name}</PageTitle>
          <p className="text-base-content/80 mt-1 break-words">{email}</p>
        </div>
        {action}
      </div>
    </section>
  );
}
