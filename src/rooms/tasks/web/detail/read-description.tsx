// A description as it is read. The library that reads Markdown comes with it.
import { useMemo, type ReactNode } from 'react'
import { renderMarkdown } from './markdown.ts'

export function ReadDescription({ text }: { readonly text: string }): ReactNode {
  const html = useMemo(() => renderMarkdown(text), [text])
  return <div className="read markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
