import { checkEnvironment, type Environment } from '../../environment.ts';
import { listWarnings } from '../../settings-warnings.ts';
import { listSettingsProblems } from '../list-settings-problems.ts';
import { ask, type Finding, ok, type Settings, warning, wrong } from './check.ts';
import { checkFirebase } from './check-firebase.ts';
import { checkImages } from './check-images.ts';
import { checkMail } from './check-mail.ts';
import { checkMongoDb } from './check-mongodb.ts';
import { checkStripe } from './check-stripe.ts';

export type Examination = {
  /** Problems with the settings themselves, one line each. */
  problems: string[];
  /** What the services answered. */
  findings: Finding[];
};

/**
 * Checks the settings and asks every service that they name. Changes nothing, except for an upload and an email.
 * @param settings usually `process.env`
 * @param options.site the school's public address
 * @param options.isUploading whether to upload a picture of one pixel to the image host
 * @param options.mailTo whom to send an email
 */
export async function examine(
  settings: Settings,
  {
    site,
    isUploading = false,
    mailTo,
  }: { site?: URL; isUploading?: boolean; mailTo?: string } = {},
): Promise<Examination> {
  const findings = await Promise.all([
    checkMongoDb(settings),
    checkFirebase(settings, site),
    checkStripe(settings, site),
    checkImages(settings, isUploading),
    checkMail(settings, { sendTo: mailTo }),
    ...(site ? [checkSite(site)] : []),
  ]);
  return {
    problems: listSettingsProblems(settings),
    findings: [...findings.flat(), ...checkWarnings(settings, site)],
  };
}

/** Checks that the school answers at its public address. */
async function checkSite(site: URL): Promise<Finding[]> {
  const about = 'The site';
  const answer = await ask(new URL('/api/readyz', site).href);
  if (!answer) return [wrong(about, `${site.origin} does not answer`)];
  if (answer.status !== 200) return [wrong(about, `${site.origin} answers but is not ready`)];
  if (site.protocol === 'http:' && !['localhost', '127.0.0.1'].includes(site.hostname))
    return [wrong(about, `${site.origin} is ready, but must use https`)];
  return [ok(about, `${site.origin} is ready`)];
}

/** Looks for settings that work but are probably not intended. */
export function checkWarnings(variables: Settings, site?: URL): Finding[] {
  const settings: Partial<Environment> = checkEnvironment(variables).settings ?? {};
  const isOtherSite = site && settings.PUBLIC_URL && settings.PUBLIC_URL !== site.origin;
  return [
    ...listWarnings(settings, variables),
    ...(isOtherSite ? ['PUBLIC_URL: is the address of another site than this one'] : []),
  ].map((line) => {
    const [name = '', ...sentence] = line.split(': ');
    return warning(name, sentence.join(': '));
  });
}
