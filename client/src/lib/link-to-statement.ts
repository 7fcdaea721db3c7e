import { generatePath } from 'react-router-dom';
import { paths } from './paths.ts';

/** A statement, by its number. Apart from paths.ts, which Home loads. */
export function linkToStatement(no: number): string {
  return generatePath(paths.statement, { no: String(no) });
}
