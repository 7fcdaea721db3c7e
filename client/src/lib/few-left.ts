/** At this number or fewer, the seats or things left stand out. */
export const FEW_LEFT = 3;
