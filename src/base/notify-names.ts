// What a person may be notified of and where: names that the settings and the room of notifications share.

/** Why somebody is notified. `budget`: spending comes near its limit, or is there. */
export const notifyKinds = [
  'needs_you',
  'failed',
  'blocked',
  'run_failed',
  'missed',
  'device_offline',
  'budget',
] as const
export type NotifyKind = (typeof notifyKinds)[number]

/** Where to: an open tab, a browser that is closed, and programs of others. */
export const notifyChannels = ['browser', 'push', 'slack', 'telegram', 'webhook'] as const
export type NotifyChannel = (typeof notifyChannels)[number]
