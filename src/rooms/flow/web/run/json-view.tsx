// A JSON value to read: names, strings and numbers told apart by weight, with its copy button.
import type { ReactNode } from 'react'
import type { Json } from '#base/json.ts'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { jsonParts } from './json-parts.ts'
import './json-view.css'

type Props = {
  readonly value: Json
  /** What is copied, as in 'Copy result'. */
  readonly name: string
  /** Said when there is nothing. */
  readonly none: string
}

/** More than this is read in an editor: the copy has it whole. */
const mostShown = 200_000

export function JsonView({ value, name, none }: Props): ReactNode {
  if (value === null) return <p className="output-none">{none}</p>
  const text = JSON.stringify(value, null, 2)
  const shown = text.slice(0, mostShown)
  return (
    <div className="json-view">
      <CopyButton text={text} name={name} />
      <pre tabIndex={0} role="region" aria-label={name}>
        {jsonParts(shown).map(({ kind, text: part }, index) =>
          kind === 'name' ? <b key={index}>{part}</b> : kind === 'other' ? part : <em key={index}>{part}</em>,
        )}
        {text.length > mostShown ? '\n… the copy has it whole' : ''}
      </pre>
    </div>
  )
}
