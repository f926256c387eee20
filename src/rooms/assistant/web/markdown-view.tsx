// An answer, drawn from its tree: nothing of it is loaded or leads anywhere. A part that did not change is not drawn anew.
import { memo, useMemo, type ReactNode } from 'react'
import { readMarkdown, type Block, type Inline } from '../core/markdown.ts'
import '#platform/web/ui/read.css'

type Props = {
  readonly text: string
  /** It is still being written. */
  readonly isOpen: boolean
}

export function MarkdownView({ text, isOpen }: Props): ReactNode {
  const blocks = useMemo(() => readMarkdown(text), [text])
  return (
    <div className={isOpen ? 'read answer open' : 'read answer'}>
      {blocks.map((block, index) => (
        // What is written is never written anew: a place is a name.
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
}

type BlockProps = { readonly block: Block }

const BlockView = memo(
  function BlockView({ block }: BlockProps): ReactNode {
    switch (block.kind) {
      case 'paragraph':
        return (
          <p>
            <Spans parts={block.parts} />
          </p>
        )
      case 'quote':
        return (
          <blockquote>
            <Spans parts={block.parts} />
          </blockquote>
        )
      case 'heading':
        return (
          <p className="title">
            <Spans parts={block.parts} />
          </p>
        )
      case 'list':
        return <Items block={block} />
      case 'code':
        return (
          <pre tabIndex={0}>
            <code>{block.text}</code>
          </pre>
        )
      case 'rule':
        return <hr />
    }
  },
  (before, after) => before.block.kind === after.block.kind && before.block.source === after.block.source,
)

function Items({ block: { isOrdered, items } }: { readonly block: Extract<Block, { kind: 'list' }> }): ReactNode {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List>
      {items.map((parts, index) => (
        <li key={index}>
          <Spans parts={parts} />
        </li>
      ))}
    </List>
  )
}

function Spans({ parts }: { readonly parts: readonly Inline[] }): ReactNode {
  return parts.map((part, index) => <Span key={index} part={part} />)
}

function Span({ part }: { readonly part: Inline }): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return (
        <strong>
          <Spans parts={part.parts} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Spans parts={part.parts} />
        </em>
      )
    case 'link':
      return (
        <>
          {part.text} <span className="meta">({part.href})</span>
        </>
      )
    case 'image':
      return <span className="meta">[picture: {part.text === '' ? 'without a name' : part.text}]</span>
  }
}
