import { join } from 'node:path' // expect: no-restricted-imports TS2591
export const at = Date.now() // expect: no-restricted-properties
export const dice = Math.random() // expect: no-restricted-properties
export const path = join('a', 'b')
/** As (specification, 'A section that nobody wrote') has it. */ // expect: dead-reference
