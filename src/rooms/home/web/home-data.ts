// What the page of Home reads: the answer and how the machine is, kept while nobody looks.
import { minuteMs, secondMs, toIso } from '#base/time.ts'
import { accessToken, onTokenChange } from '#platform/web/auth/token.ts'
import { call } from '#platform/web/api/call.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { readHome, readMachine } from '../api.ts'
import type { HomeAnswer, HomeMachine } from '../contract.ts'
import { readVisit, visitAt, writeVisit } from '../core/visit.ts'

/** Null before the first answer. What is known stays while the service does not answer: the page says as of when it is. */
export const home = createValue<HomeAnswer | null>(null)
export const machine = createValue<HomeMachine | null>(null)
/** Set while a person waits for a look that they asked for. */
export const isLooking = createValue(false)

const visitName = 'home-visit'

/** The end of the last visit; this one goes on. */
function sinceOfVisit(): number | null {
  const visit = visitAt(readVisit(localStorage.getItem(visitName)), Date.now())
  localStorage.setItem(visitName, writeVisit(visit))
  return visit.sinceMs
}

export async function refreshHome(): Promise<void> {
  const sinceMs = sinceOfVisit()
  const answer = await call(readHome, { query: sinceMs === null ? {} : { visited: toIso(sinceMs) } })
  if (answer.ok) home.set(answer.value)
}

/** Who has no login is told nothing of the machine. */
export async function refreshMachine(again: 'true' | 'false'): Promise<void> {
  if (accessToken() === null) return machine.set(null)
  const answer = await call(readMachine, { query: { again } })
  if (answer.ok) machine.set(answer.value)
}

export async function lookAgain(): Promise<void> {
  isLooking.set(true)
  await refreshMachine('true')
  isLooking.set(false)
}

/** News come in bursts, and a busy board tells of itself many times a second. */
const gatherMs = secondMs
/** What changes without news: strands where their feed may not be read, hooks, the machine. */
const everyMs = minuteMs

const isSeen = (): boolean => document.visibilityState === 'visible'

function all(): void {
  if (!isSeen()) return
  void refreshHome()
  void refreshMachine('false')
}

/** Keeps both true while the page is shown; the answer ends that. */
export function followHome(onNews: (listener: () => void) => () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    if (timer !== undefined || !isSeen()) return
    timer = setTimeout(() => {
      timer = undefined
      void refreshHome()
    }, gatherMs)
  }
  all()
  const stopNews = onNews(soon)
  const stopLogins = onTokenChange(all)
  const every = setInterval(all, everyMs)
  document.addEventListener('visibilitychange', all)
  return () => {
    clearTimeout(timer)
    clearInterval(every)
    document.removeEventListener('visibilitychange', all)
    stopNews()
    stopLogins()
  }
}
