// Whether this browser calls while a tab is open: a choice of each browser, kept in its storage. Loaded with the page.

/** What is kept is the time of the last notification that this browser called for, in any tab. */
export const hereKey = 'orrery.notify'

export function isOnHere(): boolean {
  try {
    return localStorage.getItem(hereKey) !== null
  } catch {
    // A browser without storage never said yes.
    return false
  }
}
