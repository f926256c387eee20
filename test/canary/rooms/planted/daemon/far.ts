import { long } from '../server/long.ts' // expect: no-restricted-imports
export const seen = long
