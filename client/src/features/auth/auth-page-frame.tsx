import type { ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { GREETING } from '../../session/arrival.ts';
import { useSession } from '../../session/auth.tsx';
import { readOrigin } from '../../session/origin.ts';
import { paths } from '../../lib/paths.ts';
import { useIsAwake } from '../../lib/use-is-awake.ts';
import { Picture } from '../../ui/picture.tsx';

type Props = {
  /** The name of one of our pictures, such as `/pictures/login`. */
  picture: string;
  title: string;
  text: string;
  /** The link from Login to Sign up, or back. */
  other: { question: string; to: string; action: string };
  children: ReactNode;
};

/** The frame of Login and Sign up: the form beside a picture. After the log-in it goes back to the page of origin. */
export function AuthPageFrame({ picture, title, text, other, children }: Props) {
  const { status } = useSession();
  const { state } = useLocation();
  const isAwake = useIsAwake();
  if (status === 'signed-in') {
    const origin = readOrigin(state);
    const { to } = origin;
    const isHome = (typeof to === 'string' ? to : to.pathname) === paths.home;
    // The home page greets people who have no other page to go back to.
    return <Navigate to={to} state={origin.state ?? (isHome ? GREETING : null)} replace />;
  }
  return (
    <div className="page grid items-stretch gap-12 pt-8 lg:grid-cols-[1fr_minmax(0,28rem)] lg:gap-20 lg:pt-12">
      <div className="relative hidden min-h-[44rem] overflow-hidden rounded-[2.25rem] lg:block">
        <Picture
          name={picture}
          alt=""
          width={900}
          height={1200}
          hasSmall
          sizes="640px"
          className="absolute inset-0 size-full object-cover"
        />
      </div>
      <div className="mx-auto w-full max-w-md self-center lg:py-6">
        <h1 className="text-[clamp(2.25rem,1.8rem+1.8vw,3.25rem)] font-extrabold">{title}</h1>
        <p className="text-base-content/80 mt-2 mb-8 text-lg">{text}</p>
        <fieldset disabled={!isAwake} className="contents">
          {children}
        </fieldset>
        <p className="mt-8 text-center">
          {other.question}{' '}
          <Link to={other.to} state={state as unknown} className="link text-primary font-bold">
            {other.action}
          </Link>
        </p>
      </div>
    </div>
  );
}
