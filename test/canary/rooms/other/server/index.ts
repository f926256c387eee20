import { first } from './first.ts' // expect: no-cycle
export const other = first
export type Other = typeof other
