import type { MailContent, MailPart } from '@speakifyr/contract/mail.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import type { MailContext } from './content.ts';

/** An email for programs that show no HTML. It says what the HTML says. */
export function writeText(content: MailContent, context: MailContext): string {
  const { publicUrl, to, turnOffLink } = context;
  return [
    content.greeting,
    ...content.parts.map((part) => writePart(part, publicUrl)),
    `Warm regards,\n${SCHOOL.name}`,
    [
      '-- ',
      `${SCHOOL.name}, ${SCHOOL_ADDRESS}`,
      [SCHOOL.email, SCHOOL.phone].filter(Boolean).join(' · '),
      `${publicUrl}/`,
      `We sent this email to ${to.address}.`,
      ...(turnOffLink ? [`Turn off emails like this one: ${turnOffLink}`] : []),
    ].join('\n'),
  ].join('\n\n');
}

function writePart(part: MailPart, publicUrl: string): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'quote':
      return part.text.replace(/^/gm, '> ');
    case 'list':
      return part.items.map((item) => `- ${item}`).join('\n');
    case 'facts':
      return part.facts
        .map(({ label, value, was }) => `${label}: ${was === undefined ? '' : `${was} → `}${value}`)
        .join('\n');
    case 'link':
      return `${part.label}: ${publicUrl}${part.path}`;
  }
}
