// The chain of a task as a small graph: rows from what begins to what ends, with the arrows in the margin.
import { useCallback, useRef, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react'
import { Dot } from '#platform/web/ui/dot.tsx'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { chainOf, type Chain, type ChainNode } from '../../core/chain.ts'
import { TaskLink } from '../card/task-link.tsx'
import { useTaskPorts } from '../ports.ts'
import { useTask } from '../task-store.ts'

/** Sizes of the picture, in pixels. */
const rowHeight = 32
const step = 18
const margin = 9

export function ChainView({ task }: { readonly task: string }): ReactNode {
  const chain = useChain(task)
  if (chain.nodes.length === 0) return null
  const width = margin * 2 + Math.max(...chain.nodes.map(({ layer }) => layer)) * step
  const height = chain.nodes.length * rowHeight
  return (
    <section>
      <h3>
        Chain <span className="meta">what starts what</span>
      </h3>
      <div className="chain">
        <svg width={width} height={height} aria-hidden>
          {chain.edges.map(({ from, to }) => (
            <path key={`${from} ${to}`} d={pathOf(chain, from, to)} />
          ))}
        </svg>
        <ol>
          {chain.nodes.map((node) => (
            <li key={`${node.kind} ${node.id}`} style={{ paddingLeft: margin * 2 + node.layer * step }}>
              {node.kind === 'task' ? <TaskStep node={node} isOwn={node.id === task} /> : <SessionStep node={node} />}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** Down from the one that ends, then right to the one that starts, with the head of an arrow. */
function pathOf({ nodes }: Chain, from: number, to: number): string {
  const [x1, x2] = [leftOf(nodes[from]), leftOf(nodes[to])]
  const [y1, y2] = [middleOf(from), middleOf(to)]
  return `M${x1} ${y1}V${y2 - 8}Q${x1} ${y2} ${x1 + 8} ${y2}H${x2 + 4}m-4-3.5 4 3.5-4 3.5`
}

function leftOf(node: ChainNode | undefined): number {
  return margin + (node?.layer ?? 0) * step
}

function middleOf(row: number): number {
  return row * rowHeight + rowHeight / 2
}

function TaskStep({ node, isOwn }: { readonly node: ChainNode; readonly isOwn: boolean }): ReactNode {
  const task = useTask(node.id)
  if (task === null) {
    return (
      <span className="id cut" title="This board does not know the task.">
        {node.id}
      </span>
    )
  }
  return (
    <>
      <Dot state={task.status} />
      {isOwn ? (
        <strong className="cut">{task.title}</strong>
      ) : (
        <TaskLink id={task.id} className="cut">
          {task.title}
        </TaskLink>
      )}
    </>
  )
}

function SessionStep({ node }: { readonly node: ChainNode }): ReactNode {
  const { sessions, titleOfSession, hrefOfSession, openSession } = useTaskPorts()
  const session = useEntity(sessions, node.id)
  if (session === null) return <span className="id">{node.id}</span>
  const open = (event: MouseEvent) => {
    event.preventDefault()
    openSession(node.id)
  }
  return (
    <>
      <Dot state={session.state} />
      <a className="cut" href={hrefOfSession(node.id)} title={wordsForState(session.state)} onClick={open}>
        {titleOfSession(session)}
      </a>
    </>
  )
}

/** The same object as long as the chain is the same. */
function useChain(task: string): Chain {
  const { sessions } = useTaskPorts()
  const last = useRef<{ readonly text: string; readonly chain: Chain } | null>(null)
  const read = useCallback(() => {
    const waiting = sessions.all().filter(({ depends_on: before }) => before.length > 0)
    const chain = chainOf(task, waiting)
    const text = JSON.stringify(chain)
    if (last.current?.text !== text) last.current = { text, chain }
    return last.current.chain
  }, [sessions, task])
  return useSyncExternalStore(sessions.onChanges, read)
}
