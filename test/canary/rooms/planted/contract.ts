import { decide } from './core/decide.ts' // expect: no-restricted-imports
export const decided = decide
