import type { User } from '@speakifyr/contract/identity.ts';
import { useParams } from 'react-router-dom';
import { useFamily } from '../../features/enrollment/seats/use-family.ts';
import { Child } from '../../features/families/children/child.tsx';
import { NextNeed } from '../../features/families/children/ready-for-camp.tsx';
import { useSession } from '../../session/auth.tsx';

/** One child of a student's account. */
export function ChildPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  return user && <ChildOf key={id} id={id} user={user} />;
}

function ChildOf({ id, user }: { id: string; user: User }) {
  const family = useFamily(user.email);
  return (
    <Child
      id={id}
      isConfirmed={user.isVerified}
      siblings={family?.children.map(({ name }) => name)}
      renderNext={(after) =>
        family && (
          <NextNeed childId={id} after={after} listed={family.children} seats={family.toCome} />
        )
      }
    />
  );
}
