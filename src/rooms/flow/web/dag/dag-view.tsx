// The steps of a strand as a graph, of a run with their states. Loaded when it is first shown, with what lays it out.
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { shortened } from '#base/cut-text.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { lookOf } from '#platform/web/ui/dots.ts'
import type { StrandStep } from '../../contract.ts'
import { layOut, nodeHeight, nodeWidth, type Placed } from './dag-layout.ts'
import { nextNode } from './dag-keys.ts'
import './dag-view.css'

/** How a step of a run is drawn; `words` stands below its name. */
export type StepLook = { readonly status: string; readonly words: string }

type Props = {
  readonly steps: readonly StrandStep[]
  readonly current: string | null
  readonly onPick: (stepId: string) => void
  /** By step; without it the strand itself is drawn. */
  readonly looks?: ReadonlyMap<string, StepLook>
}

export function DagView({ steps, current, onPick, looks }: Props): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  // A run is told again and again with the same steps; they are laid out once.
  const shape = JSON.stringify(steps)
  const layout = useMemo(() => layOut(JSON.parse(shape) as StrandStep[]), [shape])
  useEffect(() => {
    if (current !== null) reveal(host.current, current)
  }, [current])
  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target instanceof Element ? event.target.getAttribute('data-step') : null
    const next = from === null ? null : nextNode(layout, from, event.key)
    if (next === null) return
    event.preventDefault()
    nodeOf(host.current, next)?.focus()
  }
  const todo = (id: string) => looks !== undefined && isToDo(looks.get(id)?.status)
  return (
    <div className="dag" role="group" aria-label="Steps as a graph" ref={host} onKeyDown={onKeyDown}>
      <svg width={layout.width} height={layout.height} viewBox={`0 0 ${layout.width} ${layout.height}`}>
        {layout.lines.map(({ from, to, path }) => (
          <path key={`${from} ${to}`} d={path} className={todo(to) ? 'is-todo' : undefined} />
        ))}
        {layout.nodes.map((placed) => (
          <Node
            key={placed.step.id}
            placed={placed}
            look={looks?.get(placed.step.id) ?? null}
            isTodo={todo(placed.step.id)}
            isCurrent={placed.step.id === current}
            onPick={onPick}
          />
        ))}
      </svg>
    </div>
  )
}

type NodeProps = {
  readonly placed: Placed
  readonly look: StepLook | null
  readonly isTodo: boolean
  readonly isCurrent: boolean
  readonly onPick: (stepId: string) => void
}

function Node({ placed: { step, x, y }, look, isTodo, isCurrent, onPick }: NodeProps): ReactNode {
  const words = look === null ? needsOf(step) : look.words
  const indent = look === null ? 12 : 32
  const classes = ['node', isTodo && 'is-todo', isCurrent && 'is-current'].filter(Boolean).join(' ')
  const about = [step.name, step.after.length === 0 ? '' : `after ${step.after.join(', ')}`].filter(Boolean).join(', ')
  const pick = () => onPick(step.id)
  return (
    <g
      className={classes}
      transform={`translate(${x} ${y})`}
      role="button"
      tabIndex={0}
      aria-pressed={isCurrent}
      data-step={step.id}
      data-tone={look === null ? undefined : lookOf(look.status).tone}
      onClick={pick}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        event.stopPropagation()
        pick()
      }}
    >
      <desc>{about}</desc>
      <rect width={nodeWidth} height={nodeHeight} rx="6" />
      {look === null ? null : (
        // What turns is HTML, which clips it.
        <foreignObject x="10" y="11" width="14" height="14">
          <Dot state={look.status} />
        </foreignObject>
      )}
      <text x={indent} y={words === '' ? 22 : 16}>
        {shortened(step.id, look === null ? 21 : 18)}
      </text>
      {words === '' ? null : (
        <text className="sub" x={indent} y="29">
          {shortened(words, look === null ? 24 : 21)}
        </text>
      )}
    </g>
  )
}

function needsOf({ host, requires }: StrandStep): string {
  return [
    ...(host === null ? [] : [`on ${host}`]),
    ...(requires.length === 0 ? [] : [`needs ${requires.join(', ')}`]),
  ].join(', ')
}

function isToDo(status: string | undefined): boolean {
  return status === undefined || status === 'queued' || status === 'skipped'
}

function nodeOf(host: Element | null, id: string): SVGGElement | null {
  return host?.querySelector<SVGGElement>(`[data-step="${CSS.escape(id)}"]`) ?? null
}

/** Scrolls the graph alone, never the page. */
function reveal(host: HTMLElement | null, id: string): void {
  const node = nodeOf(host, id)
  if (host === null || node === null) return
  const frame = host.getBoundingClientRect()
  const box = node.getBoundingClientRect()
  if (box.left < frame.left || box.right > frame.right)
    host.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2
  if (box.top < frame.top || box.bottom > frame.bottom)
    host.scrollTop += box.top - frame.top - (frame.height - box.height) / 2
}
