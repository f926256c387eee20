// Notifications are asked for, shown and closed by one tab or the worker at a time.

/** Whoever holds on to it for longer is passed by: what is pushed must be shown. */
const patienceMs = 5000

/** Chromium loses the notification that is being shown while somebody asks which ones there are: it stands, and leads nowhere. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Without a secure context there is no worker either, and nothing to show by it.
  if (!('locks' in navigator)) return await work()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await navigator.locks.request('orrery.notifications', { signal: AbortSignal.timeout(patienceMs) }, begin)
  } catch (error) {
    if (hasBegun) throw error
    return await work()
  }
}
