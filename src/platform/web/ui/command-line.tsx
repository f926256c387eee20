// A command to type elsewhere, with its copy button.
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import './command-line.css'

export function CommandLine({ text, name }: { readonly text: string; readonly name: string }): ReactNode {
  return (
    <span className="command">
      <code className="cut" title={text}>
        {text}
      </code>
      <CopyButton text={text} name={name} />
    </span>
  )
}
