// The lines of all sessions: only those in sight are drawn, so that a thousand of them are as quick as ten.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { SessionLine } from './session-line.tsx'

/** Heights in pixels, which the style sheet holds. */
const rowPx = 52
const rowOnPhonePx = 84
/** Drawn beyond the edges, so that the next line by keys is always there. */
const overscan = 6

export function SessionLines({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const height = useNarrow() ? rowOnPhonePx : rowPx
  // oxlint-disable-next-line react/incompatible-library -- the page is not compiled, and nothing of it is memoized
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: useCallback((position: number) => ids[position] ?? position, [ids]),
    overscan,
  })
  // A window that becomes narrow has higher lines.
  useEffect(() => virtual.measure(), [virtual, height])
  return (
    <div className="scroll session-lines" ref={scroller} onKeyDown={stepByKey}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            aria-setsize={ids.length}
            aria-posinset={index + 1}
            style={{ height, transform: `translateY(${start}px)` }}
          >
            <SessionLine id={ids[index] ?? ''} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** From line to line; what is focused comes into sight. */
function stepByKey(event: KeyboardEvent): void {
  const step = steps[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const line = event.target instanceof Element ? event.target.closest('li') : null
  const next = step === 1 ? line?.nextElementSibling : line?.previousElementSibling
  const link = next?.querySelector('a[data-session]')
  if (!(link instanceof HTMLElement)) return
  event.preventDefault()
  link.focus()
}
