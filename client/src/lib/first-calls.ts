/**
 * What a page asks the API for first, below the API's address: the build writes it into the page, so that the answer
 * comes beside the scripts and not after them. It has to be what the page itself asks, letter by letter.
 */
export const FIRST_CALLS = {
  classes: '/classes?sort=camp_start&page=1&size=12',
  /** The API calls it as the app does. */
  class: '{path}',
};
