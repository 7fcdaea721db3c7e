import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';

export type SchoolFigures = Output<Contract['GET /adminStats']>;
export type DayEarnings = SchoolFigures['earningsByDay'][number];
export type ClassFill = SchoolFigures['fillByClass'][number];
