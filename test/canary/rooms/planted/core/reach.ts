import type { Other } from '#rooms/other/server/index.ts' // expect: no-restricted-imports
export type Reached = Other
