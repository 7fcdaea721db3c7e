/** What is left to do after a backup was restored, in sentences. */
export function describeWaiting({
  reopened,
  heldMails,
}: {
  reopened: number;
  heldMails: number;
}): string[] {
  const payments = reopened === 1 ? 'one recent payment' : `${reopened} recent payments`;
  const mails =
    heldMails === 1
      ? 'One email was waiting. It is not sent: an admin can retry it in the outbox.'
      : `${heldMails} emails were waiting. They are not sent: an admin can retry them in the outbox.`;
  return [
    ...(reopened > 0 ? [`When the server starts, it checks ${payments} again.`] : []),
    ...(heldMails > 0 ? [mails] : []),
  ];
}
