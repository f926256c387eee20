import { wire } from './wire.ts' // expect: page-schema

export const page = wire
