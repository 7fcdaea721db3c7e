import { createPortal } from 'react-dom';
import { CartLink } from './cart-link.tsx';
import { JoinedPanel } from './joined-panel.tsx';

/** The cart in a public page's header, and the links that follow a join. */
export function StudentCart({ email }: { email: string }) {
  return (
    <>
      <CartLink email={email} />
      {/* The blurred header would be the containing block of a fixed element inside it. */}
      {createPortal(<JoinedPanel email={email} />, document.body)}
    </>
  );
}
