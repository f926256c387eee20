// What the page takes from the assistant, in fabric mode alone; the chat is loaded with its first use.
import { MessageCircleQuestion } from 'lucide-react'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { AssistantHost } from './assistant-host.tsx'
import { openAssistant } from './open-state.ts'

export { wakefulnessOf } from '../core/awake.ts'
export { isAnswering } from './answering.ts'
export { openAssistant } from './open-state.ts'

/** The chat with the local model, over every page. */
export const assistantRoom: PageRoom = {
  name: 'assistant',
  commands: [
    {
      id: 'assistant.open',
      title: 'Ask the assistant',
      group: 'Page',
      keys: 'g q',
      icon: MessageCircleQuestion,
      run: openAssistant,
    },
  ],
  Host: AssistantHost,
}
