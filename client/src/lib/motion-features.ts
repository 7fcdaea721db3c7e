/** The parts of framer-motion that move things. They load after the first page is there: see load-motion.ts. */
export { domAnimation } from 'framer-motion';
export { animate } from 'framer-motion/dom/mini';
