import { readFileSync } from 'node:fs' // expect: no-restricted-imports TS2591
export const view: any = readFileSync // expect: no-explicit-any
