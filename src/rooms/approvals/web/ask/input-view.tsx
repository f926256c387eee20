// The whole of what is asked, as a person reads it: a command, the change of a file, or fields. Long ones scroll.
import type { ReactNode } from 'react'
import type { InputView, ShownField } from '../../core/input-view.ts'
import { blocksOf, countChanges, type ChangedBlock } from '../../core/blocks.ts'
import { visible } from '../../core/visible.ts'
import './ask.css'

export function InputPart({ view }: { readonly view: InputView }): ReactNode {
  switch (view.kind) {
    case 'command':
      return (
        <>
          <pre className="asked-command" tabIndex={0} role="region" aria-label="The whole command">
            {visible(view.command)}
          </pre>
          <Fields fields={view.rest} />
        </>
      )
    case 'change':
      return (
        <>
          <Change view={view} />
          <Fields fields={view.rest} />
        </>
      )
    case 'fields':
      return <Fields fields={view.fields} />
  }
}

function Change({ view: { path, lines } }: { readonly view: InputView & { readonly kind: 'change' } }): ReactNode {
  const { added, removed } = countChanges(lines)
  return (
    <div className="asked-change">
      <p className="asked-path">
        <span className="mono">{visible(path)}</span>
        <span className="mono dim">{`+${added} −${removed}`}</span>
      </p>
      <pre tabIndex={0} role="region" aria-label="The whole change">
        {blocksOf(lines).map((block, at) => (
          // The blocks of one input never move.
          <ChangeBlock key={at} block={block} />
        ))}
      </pre>
    </div>
  )
}

function ChangeBlock({ block: { sign, text } }: { readonly block: ChangedBlock }): ReactNode {
  const shown = visible(text)
  if (sign === 'added') return <ins>{shown}</ins>
  return sign === 'removed' ? <del>{shown}</del> : <span>{shown}</span>
}

function Fields({ fields }: { readonly fields: readonly ShownField[] }): ReactNode {
  if (fields.length === 0) return null
  return (
    <dl className="asked-fields" tabIndex={0} role="group" aria-label="What else it is given">
      {fields.map(({ name, value }) => (
        <div key={name}>
          <dt>{visible(name)}</dt>
          <dd>{visible(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
