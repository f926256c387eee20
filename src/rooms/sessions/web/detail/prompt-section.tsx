// What an agent was told to do, in full, in the panel of a session.
import type { ReactNode } from 'react'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import './prompt-section.css'

type Props = {
  readonly agentType: string
  readonly prompt: string
  /** Whether more of it is on its way. */
  readonly isCut: boolean
}

export function PromptSection({ agentType, prompt, isCut }: Props): ReactNode {
  if (prompt.trim() === '') return null
  const isCommand = agentType === 'shell'
  return (
    <section>
      <h3>
        {isCommand ? 'Command' : 'Prompt'}
        <span className="push" />
        <CopyButton text={prompt} name={isCommand ? 'command' : 'prompt'} />
      </h3>
      <p className={isCommand ? 'prompt-full mono' : 'prompt-full read'}>
        {prompt}
        {isCut ? '…' : null}
      </p>
    </section>
  )
}
