import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { anyDay, auditNote, id, moment } from './fields.ts';
import { MAX_PHOTO_BYTES } from './photo-file.ts';
import { agreedVersion } from './text-version.ts';

/** A child's photo, so that the team recognizes the child. It has no URL: only its readers' answers contain it. */

/** A JPEG as base64. */
const jpeg = z
  .base64()
  .max(Math.ceil(MAX_PHOTO_BYTES / 3) * 4)
  .meta({ id: 'Jpeg' });

/** As the child's guardians see it. */
export const ownPhoto = z.object({
  jpeg,
  /** When a guardian added it, and which text they agreed to. */
  givenAt: moment,
  textVersion: z.string(),
});
export type OwnPhoto = z.output<typeof ownPhoto>;
ownPhoto.register(z.globalRegistry, { id: 'OwnPhoto' });

const theChild = z.object({ id });

export const childPhotos = {
  'PUT /myChildren/:id/photo': defineAct({
    summary: 'Give a photo of a child',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    body: z.object({
      jpeg,
      /** The version of the text that the parent agreed to. */
      consent: agreedVersion('We can keep the photo only if you agree to it.'),
    }),
    errors: ['not_found', 'guardian_may_not', 'text_changed'],
  }),

  'DELETE /myChildren/:id/photo': defineAct({
    summary: 'Erase a child’s photo',
    access: { who: 'student' },
    limited: true,
    params: theChild,
    errors: ['not_found', 'guardian_may_not'],
  }),

  'DELETE /children/:id/photo': defineAct({
    summary: 'Erase a child’s photo as the office',
    access: { who: 'admin' },
    params: theChild,
    body: z.object({ note: auditNote }),
    errors: ['own_family', 'not_found'],
  }),

  'GET /dayList/:classId/:day/photos': defineEndpoint({
    summary: 'The photos on a day list',
    access: { who: 'registered' },
    params: z.object({ classId: id, day: anyDay }),
    output: z.object({
      photos: z.array(
        z.object({
          personId: id,
          /** As on the day list. */
          photoId: id,
          jpeg,
        }),
      ),
    }),
    errors: ['not_found', 'not_allowed', 'care_sheet_closed'],
  }),
};
