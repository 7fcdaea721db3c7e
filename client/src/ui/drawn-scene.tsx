import type { CSSProperties } from 'react';

type Props = {
  /** What the picture would have shown; empty if it only decorates. */
  label: string;
  className?: string;
  style?: CSSProperties | undefined;
};

/** A tent by a lake. It takes the place of a picture that is missing or fails to load, and needs no network. */
export function DrawnScene({ label, className = '', style }: Props) {
  return (
    <svg
      viewBox="0 0 160 100"
      preserveAspectRatio="xMidYMid slice"
      className={`picture-ground drawn-scene ${className}`}
      style={style}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <circle cx="122" cy="28" r="11" fill="var(--color-accent)" />
      <path
        d="M0 62 34 40 62 58 96 34 160 66V100H0Z"
        fill="color-mix(in oklab, var(--color-primary) 45%, var(--color-base-300))"
      />
      <path d="M0 66H160V80H0Z" fill="var(--color-primary)" opacity=".6" />
      <path
        d="M0 76Q40 70 80 76T160 75V100H0Z"
        fill="color-mix(in oklab, var(--color-success) 55%, var(--color-base-300))"
      />
      <path d="M80 50 108 88H52Z" fill="var(--color-secondary)" />
      <path d="M80 62 91 88H69Z" fill="var(--color-base-100)" />
    </svg>
  );
}
