// A description as it is read. The library that reads Markdown comes with it.
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { renderMarkdown } from '#platform/web/ui/render-markdown.ts'
import { boxesOf } from './markdown-boxes.ts'
import { tickBox } from './tick-box.ts'

type Props = {
  readonly text: string
  /** Gets the text with the box the other way round, or null where it can't be found in the text. */
  readonly onTick: (next: string | null) => void
}

export function ReadDescription({ text, onTick }: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const html = useMemo(() => ({ __html: renderMarkdown(text) }), [text])
  useEffect(() => {
    const element = place.current
    if (element === null) return
    // The boxes are none of React's, so it tells nothing of them.
    const tick = ({ target }: Event) => {
      const boxes = [...element.querySelectorAll('input[type="checkbox"]')]
      const box = boxes.findIndex((each) => each === target)
      if (box !== -1) onTick(tickBox(text, box, boxesOf))
    }
    element.addEventListener('change', tick)
    return () => element.removeEventListener('change', tick)
  }, [text, onTick])
  return <div className="read markdown" ref={place} dangerouslySetInnerHTML={html} />
}
