import { listSettingsProblems } from '../list-settings-problems.ts';
import type { Finding, Settings } from './check.ts';
import { checkFirebase } from './check-firebase.ts';
import { checkImages } from './check-images.ts';
import { checkMail } from './check-mail.ts';
import { checkMongoDb } from './check-mongodb.ts';
import { checkSite } from './check-site.ts';
import { checkStripe } from './check-stripe.ts';
import { checkWarnings } from './check-warnings.ts';

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
  }: { site?: URL | undefined; isUploading?: boolean; mailTo?: string | undefined } = {},
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
