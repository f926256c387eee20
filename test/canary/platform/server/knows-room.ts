import { decided } from '#rooms/planted/contract.ts' // expect: no-restricted-imports
export const known = decided
