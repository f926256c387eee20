import { other } from './index.ts' // expect: no-cycle circle
export const first: unknown = other
