import { contract } from '@speakifyr/contract/contract.ts';

const PATHS = Object.keys(contract).map(splitPath);

/**
 * Writes a call's path as OpenAPI does. Calls whose paths differ only in a parameter's name have one path there, so
 * their parameter has both names: `POST /waiting/:classId` and `DELETE /waiting/:waitId` are at
 * `/waiting/{classIdOrWaitId}`.
 * @param call such as `DELETE /waiting/:waitId`
 */
export function writePath(call: string): string {
  const segments = splitPath(call);
  const same = PATHS.filter(
    (path) =>
      path.length === segments.length &&
      path.every((part, at) => part === segments[at] || bothNamed(part, segments[at])),
  );
  const parts = segments.map((segment, at) =>
    segment.startsWith(':')
      ? `{${[...new Set(same.map((path) => path[at]?.slice(1) ?? ''))].map(capitalizeNext).join('Or')}}`
      : segment,
  );
  return `/${parts.join('/')}`;
}

function splitPath(call: string): string[] {
  const [, path = ''] = call.split(' /');
  return path.split('/');
}

function bothNamed(one: string, other = ''): boolean {
  return one.startsWith(':') && other.startsWith(':');
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function capitalizeNext(text: string, index: number): string {
  return index === 0 ? text : capitalize(text);
}
