// The access classes of routes and sockets. Every one is registered with exactly one of these.

export const accessClasses = [
  /** The page, its assets, version, health: anyone. */
  'public',
  /** Hook ingest: local callers only, credentials change nothing. */
  'local_only',
  /** The session registry: local callers, and the authenticated once the service is exposed. */
  'local_or_exposed',
  /** Reads and everyday writes: local callers or the authenticated. */
  'local_or_authenticated',
  /** Whatever starts programs or reads secrets: the authenticated alone. */
  'authenticated',
  /** Webhooks: the route checks a signature over the raw body itself; no Host or Origin rule. */
  'signed',
  /** Paired devices: a device token, checked by the route itself. */
  'device',
] as const
export type AccessClass = (typeof accessClasses)[number]
