import { SCHOOL } from '@speakifyr/contract/school.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { Menu, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { Logo } from '../ui/logo.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { useEntrance } from '../ui/use-entrance.ts';
import { AccountArea } from './account-area.tsx';
import { HeaderCart } from './header-cart.tsx';

const PAGES = [
  { to: paths.home, label: 'Home' },
  { to: paths.instructors, label: 'Instructors' },
  { to: paths.classes, label: 'Classes' },
];

export function NavigationBar() {
  return (
    <header className="frame bg-base-200/90 border-base-content/8 sticky top-0 z-30 border-b backdrop-blur-md">
      {/* Links in the middle, switch at the end: nothing moves when the account area grows. */}
      <div className="page grid min-h-[4.5rem] grid-cols-[1fr_auto] items-center gap-2 lg:gap-3 lg:grid-cols-[1fr_auto_1fr]">
        <Link
          to={paths.home}
          aria-label={`${SCHOOL.name} home`}
          className="justify-self-start rounded-lg"
        >
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden lg:block">
          <PageLinks className="flex gap-1" />
        </nav>
        <div className="flex items-center gap-1 justify-self-end lg:gap-2">
          <HeaderCart />
          <div className="hidden lg:block">
            <AccountArea />
          </div>
          <ThemeSwitch />
          <SmallMenu />
        </div>
      </div>
    </header>
  );
}

function PageLinks({ className }: { className: string }) {
  return (
    <ul className={className}>
      {PAGES.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === paths.home} className="nav-link">
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** The menu behind a button on small screens. It closes on Escape, on a click outside, and after following a link. */
function SmallMenu() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const [lastKey, setLastKey] = useState(key);
  if (key !== lastKey) {
    setLastKey(key);
    setOpen(false);
  }

  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    const closeOnOutside = (event: Event) => {
      if (!(event.target instanceof Node) || menu.current?.contains(event.target)) return;
      setOpen(false);
    };
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('pointerdown', closeOnOutside);
    document.addEventListener('focusin', closeOnOutside);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('pointerdown', closeOnOutside);
      document.removeEventListener('focusin', closeOnOutside);
    };
  }, [isOpen]);

  const Icon = isOpen ? X : Menu;
  return (
    <div ref={menu} className="lg:hidden">
      <button
        ref={button}
        type="button"
        className="btn btn-ghost btn-circle"
        aria-label={isOpen ? 'Close menu' : LABELS.openMenu}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon className="size-6" aria-hidden="true" />
      </button>
      <nav id={id} aria-label="Main" hidden={!isOpen}>
        {isOpen && <MenuPanel />}
      </nav>
    </div>
  );
}

function MenuPanel() {
  const ref = useEntrance<HTMLDivElement>({ y: -12, opacity: 0.2, seconds: 0.2 });
  return (
    <div
      ref={ref}
      className="bg-base-100 border-base-content/8 shadow-lifted absolute inset-x-0 top-full border-b p-4 pb-6"
    >
      <PageLinks className="mb-4 grid gap-1 text-lg" />
      <AccountArea isStacked />
    </div>
  );
}
