import { useParams } from 'react-router-dom';
import { FamilyLetter } from '../../features/families/page/family-letter.tsx';

/** The letter with what the office booked for a family, to print. */
export function AdminFamilyLetterPage() {
  const { id = '' } = useParams();
  return <FamilyLetter key={id} id={id} />;
}
