import { store } from '../server/store.ts' // expect: no-restricted-imports
export const decide = (): unknown => store
export const now = new Date() // expect: no-restricted-globals
export const later = setTimeout // expect: TS2304
export const dice = Math.random() // expect: no-restricted-properties
export const env = process.env // expect: TS2591
export const page = document.title // expect: TS2584
export const call = fetch // expect: TS2304
