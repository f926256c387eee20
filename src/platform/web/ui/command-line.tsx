// A command to type elsewhere, with its copy button.
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import { lineToType } from './own-command.ts'
import './command-line.css'

type Props = { readonly text: string; readonly name: string }

/** One for the machine of the service: as it is typed there. */
export function CommandLine({ text, name }: Props): ReactNode {
  return <CommandElsewhere text={lineToType(text)} name={name} />
}

/** One for another machine, where nobody knows how Orrery is installed. */
export function CommandElsewhere({ text, name }: Props): ReactNode {
  return (
    <span className="command">
      <code className="cut" title={text}>
        {text}
      </code>
      <CopyButton text={text} name={name} />
    </span>
  )
}
