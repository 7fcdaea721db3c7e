/**
 * Names of buttons and links that several test files look for. The web app and all tests take them from here, so a
 * button is renamed in one place. `client/src/lib/labels.test.ts` checks the names in the specification.
 */
export const LABELS = {
  addCourse: 'Add a Course',
  cancel: 'Cancel',
  continue: 'Continue',
  deleteAccount: 'Delete my account',
  downloadData: 'Download my data',
  emailConfirmed: 'I have confirmed it',
  enrolled: 'Enrolled',
  findClass: 'Find a class',
  google: 'Continue with Google',
  joinAnother: 'Join for another child',
  joinCamp: 'Join the camp now',
  joinFree: 'Join for free',
  joinNow: 'Join Now',
  joinWaiting: 'Join the waiting list',
  keepLooking: 'Keep looking',
  /** In the navigation bar. */
  logIn: 'Log In',
  /** Below the log-in form. */
  login: 'Login',
  logOut: 'Log Out',
  makeAdmin: 'Make Admin',
  /** What visitors read about an instructor who has not written anything. */
  noInstructorText: 'More about this instructor soon.',
  noSeats: 'No seats left',
  ok: 'OK',
  openMenu: 'Open menu',
  /** In the cart, and with the amount on the payment page. */
  pay: 'Pay',
  payNow: 'Pay now',
  remove: 'Remove',
  resendLink: 'Resend link',
  retry: 'Retry',
  seeAllClasses: 'See all classes',
  signUp: 'Sign Up',
  unlinkSignIn: 'Unlink sign-in',
};
