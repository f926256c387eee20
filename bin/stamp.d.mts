export type Stamp = { readonly quick: string; readonly exact: string }
export function readStamp(root: string): Stamp
export function isBuilt(root: string): boolean
export function writeStamp(root: string, stamp: Stamp): boolean
