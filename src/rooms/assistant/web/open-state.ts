// Whether the chat is open.
import { createValue } from '#platform/web/store/value-store.ts'

export const isChatOpen = createValue(false)

export const openAssistant = (): void => isChatOpen.set(true)
export const closeAssistant = (): void => isChatOpen.set(false)
