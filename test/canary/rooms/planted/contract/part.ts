import { decide } from '../core/decide.ts' // expect: no-restricted-imports
/** What it decides. */
export const partly = decide
