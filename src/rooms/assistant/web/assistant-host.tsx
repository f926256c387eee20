// The chat over every page, loaded when it is opened first.
import type { ReactNode } from 'react'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { useValue } from '#platform/web/store/value-store.ts'
import { isChatOpen } from './open-state.ts'

const ChatDialog = lazyOverlay(() => import('./chat-dialog.tsx').then(({ ChatDialog }) => ChatDialog))

export function AssistantHost(): ReactNode {
  return useValue(isChatOpen) ? <ChatDialog /> : null
}
