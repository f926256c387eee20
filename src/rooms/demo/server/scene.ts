// One thing that happens in the play, and when.

export type Scene = { readonly agoMs: number; readonly run: () => Promise<unknown> }
