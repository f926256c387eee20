import { decided } from './contract.ts' // expect: types-of-contract
/** Its own path may stand here. */
export const readThing = { path: '/api/things', decided }
