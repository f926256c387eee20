// Who may call a route or open a socket: every one is registered with exactly one of these classes.

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
  /** Paired devices: a device token, checked by the route itself before the upgrade; no Host rule, and no Origin at all. */
  'device',
  /** A device that is being paired: its code as Bearer, checked by the route itself; no Host rule, and no Origin at all. */
  'pairing',
] as const
/** One of the classes; a route or socket has exactly one. */
export type AccessClass = (typeof accessClasses)[number]

/** A query parameter that raises the class of its request. */
export type AccessRaise = {
  /** Raises whatever its value but `false`: a spelling that we overlook must not pass. */
  readonly query: string
  /** The class that has to admit the caller besides the route's own. */
  readonly to: AccessClass
}
