// What this room needs of the service.

export type McpPorts = {
  /** What the tools send as Bearer to this very service. */
  readonly auth: { readonly toolToken: string }
}
