// Whose the thing is that a request is about, as routes say it where they are mounted.

/** A node by its name; null: this service's own, or nobody knows it. */
export type OwnedBy = string | OnlyThere | null

/** What does not travel: a file, a stream. */
export type OnlyThere = {
  readonly node: string
  /** Begins the sentence that refuses it, as in `The whole output of a session`. */
  readonly what: string
}

/** Asked before a request's body and query are checked: only the parameters of the path are what they seem. */
export type Owner<Params = unknown> = (asked: {
  readonly params: Params
  readonly query: unknown
  readonly body: unknown
}) => OwnedBy | Promise<OwnedBy>
