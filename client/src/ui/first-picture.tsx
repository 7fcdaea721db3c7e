import { FIRST_PICTURE_PLACE } from '@speakifyr/contract/page-head.ts';

/**
 * The place of a page's first picture while its data loads. On the first page of a visit, the server fills it in
 * (serve-client.ts), so the picture shows before any script runs.
 */
export function FirstPicture() {
  return (
    <div
      className="size-full overflow-hidden rounded-[inherit] [&_img]:size-full [&_img]:object-cover"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: FIRST_PICTURE_PLACE }}
    />
  );
}
