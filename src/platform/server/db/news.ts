// What other services that share a database have to read anew.

/** Things of one room that changed, by their ids. */
export type News = { readonly room: string; readonly ids: readonly string[] }
