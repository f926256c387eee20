// One result: how it stands, its title, the place of the words in it, and what tells it from others.
import type { LucideIcon } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useSearch } from 'wouter'
import { followLink } from '#platform/web/shell/panel-url.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { SearchResult } from '../contract.ts'
import { Marked } from './marked.tsx'

type Props = { readonly result: SearchResult; readonly icon: LucideIcon }

export function HitRow({ result, icon: Icon }: Props): ReactNode {
  const { kind, title, snippet, at, href, state, where } = result
  const isOpen = isOpenIn(useSearch(), href)
  const words = wordsIn(href)
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    followLink(href)
  }
  return (
    <a className="hit" href={href} aria-current={isOpen ? 'true' : undefined} onClick={open}>
      {state === null || kind === 'output' || kind === 'transcript' ? (
        <Icon className="i" aria-hidden />
      ) : (
        <Dot state={state} />
      )}
      <b className="cut">
        <Marked text={title} words={words} />
      </b>
      <RelativeTime since={at} className="meta" />
      {snippet === '' ? null : (
        <span className={kind === 'output' || kind === 'run' ? 'snip mono' : 'snip'}>
          <Marked text={snippet} words={words} />
        </span>
      )}
      <span className="meta where cut">{where}</span>
    </a>
  )
}

/** The words by which it was found stand in its address. */
function wordsIn(href: string): string[] {
  const words = new URL(href, location.origin).searchParams.get('words') ?? ''
  return words.split(' ').filter((word) => word !== '')
}

/** Whether the panel that the address shows is its. */
function isOpenIn(search: string, href: string): boolean {
  const now = new URLSearchParams(search)
  const [panel] = new URL(href, location.origin).searchParams
  return panel !== undefined && now.get(panel[0]) === panel[1]
}
