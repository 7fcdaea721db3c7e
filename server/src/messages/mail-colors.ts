/** The site's colors (docs/look.md) for emails, which can't load its style sheet. */
export const LIGHT = {
  page: '#fffbf3',
  card: '#ffffff',
  sand: '#f6eedf',
  ink: '#1e2b33',
  soft: '#55626a',
  lake: '#0b6470',
  onLake: '#ffffff',
  sun: '#f6b73c',
};

export const DARK: typeof LIGHT = {
  page: '#0f1c22',
  card: '#16272f',
  sand: '#1f343d',
  ink: '#eaf2f0',
  soft: '#b4c3c4',
  lake: '#6ccad0',
  onLake: '#0c2226',
  sun: '#ffc95c',
};
