import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Environment } from '../environment.ts';

/**
 * Headers that tell the browser what our pages may do: run our own scripts and Stripe's, ask Firebase, show
 * pictures from IMAGE_ORIGINS, be framed by nobody.
 * https://docs.stripe.com/security/guide#content-security-policy. R45, R46
 */
export function setSecurityHeaders({
  CSP_EXTRA_ORIGINS,
  IMAGE_ORIGINS,
}: Environment): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: [
          "'self'",
          'https://js.stripe.com',
          'https://apis.google.com',
          ...CSP_EXTRA_ORIGINS,
        ],
        workerSrc: ["'self'"],
        // SweetAlert2, Swiper and Stripe's card field set style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...IMAGE_ORIGINS],
        connectSrc: [
          "'self'",
          'https://api.stripe.com',
          'https://identitytoolkit.googleapis.com',
          'https://securetoken.googleapis.com',
          'https://api.cloudinary.com',
          ...CSP_EXTRA_ORIGINS,
        ],
        frameSrc: [
          // An email as it will be, in a frame without scripts.
          'blob:',
          'https://js.stripe.com',
          // The buttons of wallets.
          'https://*.js.stripe.com',
          'https://hooks.stripe.com',
          'https://*.firebaseapp.com',
          ...CSP_EXTRA_ORIGINS,
        ],
        // Text becomes HTML or a script's address only through client/public/first-paint.js: docs/decisions/0027.
        requireTrustedTypesFor: ["'script'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    // Google’s sign-in window must be able to talk to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  });
}

/** An answer of the API is no page. A browser that opens one runs and loads nothing. The API's documentation sets its own policy. */
export const forbidContent: RequestHandler = (_request, response, next) => {
  response.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  next();
};
