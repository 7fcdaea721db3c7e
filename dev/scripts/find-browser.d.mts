export function findBrowser(): string;
export const BROWSER_FLAGS: string[];
