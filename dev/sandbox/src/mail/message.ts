import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import PostalMime, { type Address } from 'postal-mime';

interface Mailbox {
  name: string;
  address: string;
}

/** A file of an email. */
interface File {
  name: string;
  /** Its MIME type. */
  type: string;
  content: string;
  /** How `content` stands for bytes: text as it is, everything else in base64. */
  encoding: 'utf8' | 'base64';
}

/** An email that the sink has received, for one recipient. */
export interface Message {
  id: string;
  /** The address that the mail server was told; the header may say something else. */
  to: string;
  /** The recipient's name in the header. */
  toName: string;
  from: Mailbox | null;
  replyTo: Mailbox | null;
  subject: string;
  /** Empty if the email has none. */
  html: string;
  text: string;
  attachments: File[];
  /** By name in small letters. Of repeated ones, the last. */
  headers: Record<string, string>;
  /** When it was received, ISO 8601. */
  sentAt: string;
}

/** Reads an email. @returns one message for each recipient @throws if its MIME structure is beyond all limits */
export async function readMessages(raw: Buffer, recipients: string[]): Promise<Message[]> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  const to = flatten(email.to);
  const content = {
    from: flatten(email.from && [email.from])[0] ?? null,
    replyTo: flatten(email.replyTo)[0] ?? null,
    subject: email.subject ?? '',
    html: email.html ?? '',
    text: email.text ?? '',
    attachments: email.attachments.map((file, i) => ({
      name: file.filename ?? `part-${i + 1}`,
      type: file.mimeType + (file.method ? `; method=${file.method}` : ''),
      ...encode(file.content),
    })),
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
    sentAt: new Date().toISOString(),
  };
  return recipients.map((address) => ({
    id: randomUUID(),
    to: address,
    toName: to.find((mailbox) => mailbox.address === address)?.name ?? '',
    ...content,
  }));
}

function flatten(addresses: Address[] = []): Mailbox[] {
  return addresses
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => ({ name, address }));
}

function encode(content: ArrayBuffer | Uint8Array | string): Pick<File, 'content' | 'encoding'> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const encoding = isUtf8(bytes) ? 'utf8' : 'base64';
  return { content: Buffer.from(bytes).toString(encoding), encoding };
}
