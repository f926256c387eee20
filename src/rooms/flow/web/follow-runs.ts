// Hears of each run that begins or ends, for pages that show no strands themselves.
import { accessToken, onTokenChange } from '#platform/web/auth/token.ts'
import type { Run } from '../contract.ts'
import { listenToFlow, openFlowFeed } from './flow-feed.ts'

/**
 * The feed is open until `until` is aborted, which it may be before. Strands take a login: who has none hears nothing until
 * there is one.
 */
export function beginToFollow(listener: () => void, until: AbortSignal): void {
  if (until.aborted) return
  const known = new Map<string, Run['status']>()
  const stopListening = listenToFlow({
    onRun({ run_id: id, status }) {
      if (known.get(id) === status) return
      known.set(id, status)
      listener()
    },
  })
  let close: (() => void) | null = null
  const settle = () => {
    const isAllowed = accessToken() !== null
    if (isAllowed === (close !== null)) return
    close?.()
    close = isAllowed ? openFlowFeed() : null
  }
  settle()
  const stopLogins = onTokenChange(settle)
  until.addEventListener('abort', () => {
    stopLogins()
    stopListening()
    close?.()
  })
}
