import { decide } from './core/decide.ts' // expect: no-restricted-imports
export const decided = decide // expect: documented-export
/** The type of what is told above it. */
export const ruleSchema = decide
export type Rule = typeof ruleSchema
