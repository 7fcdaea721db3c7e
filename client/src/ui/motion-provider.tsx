import { LazyMotion, MotionConfig } from 'framer-motion';
import type { ReactNode } from 'react';
import { loadMotion } from '../lib/load-motion.ts';

/** Lets `m` elements move below it. Without network they stay where they are. */
export function MotionProvider({ children }: { children: ReactNode }) {
  return (
    <LazyMotion features={loadFeatures} strict>
      <MotionConfig reducedMotion="user" transition={{ duration: 0.35, ease: 'easeOut' }}>
        {children}
      </MotionConfig>
    </LazyMotion>
  );
}

async function loadFeatures() {
  const { domAnimation } = await loadMotion();
  return domAnimation;
}
