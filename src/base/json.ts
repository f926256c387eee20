// What JSON can hold.

/** Any value that was read from JSON. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
