import { first } from './first.ts' // expect: no-cycle circle
export const other = first // expect: documented-export
export type Other = typeof other // expect: documented-export
