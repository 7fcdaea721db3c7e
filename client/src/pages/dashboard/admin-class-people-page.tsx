import { useParams } from 'react-router-dom';
import { HoldTime } from '../../features/enrollment/cart/hold-time.tsx';
import { CancelClass } from '../../features/class-admin/cancel/cancel-class.tsx';
import { CancelProgress } from '../../features/class-admin/cancel/cancel-progress.tsx';
import { ClassGroups } from '../../features/class-admin/groups/class-groups.tsx';
import { ClassPeople } from '../../features/class-admin/people/class-people.tsx';
import { ClassTeam } from '../../features/class-admin/team/class-team.tsx';
import { ClassWaiting } from '../../features/class-admin/waiting/class-waiting.tsx';
import { ChangeSeat } from '../../features/enrollment/admin/change-seat.tsx';

export function AdminClassPeoplePage() {
  const { id = '' } = useParams();
  return (
    <ClassPeople
      key={id}
      classId={id}
      renderHold={(heldUntil) => <HoldTime heldUntil={heldUntil} hasDay />}
      renderActions={(person, people, onChanged) => (
        <ChangeSeat person={person} campClass={people} onChanged={onChanged} />
      )}
      ClassActions={CancelClass}
      renderNotice={({ canceled }) => <CancelProgress canceled={canceled} />}
      renderTeam={({ status }) => status === 'open' && <ClassTeam classId={id} />}
      renderGroups={(people) => <ClassGroups people={people} />}
      renderWaiting={({ status }) => status === 'open' && <ClassWaiting classId={id} />}
    />
  );
}
