import * as z from 'zod';

// In a browser, our policy for scripts refuses code from texts. zod would try it, and the browser would report that.
if ('document' in globalThis) z.config({ jitless: true });
