export { long } from './long.ts' // expect: stray-barrel
