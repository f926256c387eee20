// Types of values that the devices' page hands to others.

/** A device in words and shares, as others draw it. */
export type DeviceFace = {
  readonly standing: 'online' | 'outdated' | 'unreachable' | 'offline' | 'revoked'
  readonly tone: 'done' | 'wait' | 'fail'
  /** `Online`. */
  readonly said: string
  /** `41 of 64 GiB free`; of one that is away how much it has; null where nothing is known. */
  readonly memory: string | null
  /** From 0 to 1, while it is there. */
  readonly free: number | null
  readonly load: number | null
  /** `32 %`. */
  readonly loadWords: string | null
  /** Since when it is away; null while it is there. */
  readonly awaySince: string | null
}
