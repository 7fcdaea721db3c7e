export { addDays, findMonday } from '@speakifyr/contract/days.ts';
