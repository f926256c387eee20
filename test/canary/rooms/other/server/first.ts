import { other } from './index.ts' // expect: no-cycle
export const first: unknown = other
