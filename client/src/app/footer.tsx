import { SCHOOL } from '@speakifyr/contract/school.ts';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { Logo } from '../ui/logo.tsx';

// The logos are in public/social-marks.svg, because lucide has no brand icons.
function listSocialLinks() {
  const { facebook, linkedin, instagram, github } = SCHOOL.social;
  const all = [
    { name: 'Facebook', href: facebook },
    { name: 'LinkedIn', href: linkedin },
    { name: 'Instagram', href: instagram },
    { name: 'GitHub', href: github },
  ];
  return all.filter(({ href }) => href);
}

const INFORMATION = [
  { to: paths.about, label: 'About the camp' },
  { to: paths.questions, label: 'Questions' },
  { to: paths.contact, label: 'Contact' },
  { to: paths.terms, label: 'Terms' },
  { to: paths.refundPolicy, label: 'Refund policy' },
  { to: paths.privacy, label: 'Privacy' },
];

/** Spec section 1, and links to the information pages. The links are the school's. R74 */
export function Footer() {
  const socialLinks = listSocialLinks();
  const { tagline, line } = SCHOOL.words;
  return (
    <footer className="frame lake-footer mt-20 md:mt-28">
      <Shore />
      <div className="page grid gap-8 pt-6 pb-12 md:grid-cols-[1fr_auto] md:items-end">
        <div>
          <Logo />
          {tagline && <p className="font-display mt-5 text-2xl font-bold md:text-3xl">{tagline}</p>}
          {line && <p className="mt-1 opacity-85">{line}</p>}
        </div>
        {socialLinks.length > 0 && (
          <ul className="flex gap-2">
            {socialLinks.map(({ name, href }) => (
              <li key={name}>
                <a
                  href={href}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`${name} (opens in a new tab)`}
                  className="grid size-12 place-items-center rounded-full bg-white/12 transition-colors hover:bg-white/25"
                >
                  <svg className="size-5 fill-current" aria-hidden="true">
                    <use href={`/social-marks.svg#${name.toLowerCase()}`} />
                  </svg>
                </a>
              </li>
            ))}
          </ul>
        )}
        <nav aria-label="Information" className="border-t border-white/20 pt-4 md:col-span-2">
          <ul className="grid grid-cols-2 gap-x-6 sm:flex sm:flex-wrap">
            {INFORMATION.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="inline-flex min-h-11 items-center hover:underline">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className="text-sm opacity-85 md:col-span-2">
          © {new Date().getFullYear()} {SCHOOL.name}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}

/** Where the lake begins. */
function Shore() {
  return (
    <svg
      viewBox="0 0 1440 90"
      preserveAspectRatio="none"
      className="block h-12 w-full md:h-[4.5rem]"
      aria-hidden="true"
    >
      <path className="fill-accent" d="M0 40C180 5 360 5 540 32s360 40 540 8 270-28 360-10v60H0Z" />
      <path
        className="fill-(--shore)"
        d="M0 55C200 20 380 22 560 46s360 34 540 6 260-22 340-8v46H0Z"
      />
      <path
        className="fill-(--footer)"
        d="M0 70C210 42 400 44 580 62s350 22 530 2 250-12 330-4v30H0Z"
      />
    </svg>
  );
}
