import { checkEnvironment, type Environment } from '../../environment.ts';
import { listWarnings } from '../../settings-warnings.ts';
import { type Finding, type Settings, warning } from './check.ts';

/** Looks for settings that work but are probably not meant that way. */
export function checkWarnings(variables: Settings, site?: URL): Finding[] {
  const settings: Partial<Environment> = checkEnvironment(variables).settings ?? {};
  const isOtherSite = site && settings.PUBLIC_URL && settings.PUBLIC_URL !== site.origin;
  return [
    ...listWarnings(settings),
    ...(isOtherSite ? ['PUBLIC_URL: is the address of another site than this one'] : []),
  ].map((line) => {
    const [name = '', ...sentence] = line.split(': ');
    return warning(name, sentence.join(': '));
  });
}
