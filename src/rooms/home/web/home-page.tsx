// Home: what needs a person first, then what ran, what comes and what works; on a fresh home the first steps.
import { useEffect, useState, type ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { heldBack, useHolding, useSteady } from '#platform/web/ui/steady.ts'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import type { HomeAnswer, HomeBlock, HomeStep } from '../contract.ts'
import { firstSentence } from '../core/first-sentence.ts'
import { homeSentence } from '../core/home-sentence.ts'
import { shareRows } from '../core/fit.ts'
import { BlockView } from './block-view.tsx'
import type { HomePart } from './contract.ts'
import { followHome, home } from './home-data.ts'
import { useKeptScroll } from './keep-scroll.ts'
import { MachineView } from './machine-view.tsx'
import { useHomePorts } from './ports.ts'
import { stepsHidden } from './steps-hidden.ts'
import { StepsView } from './steps-view.tsx'
import { windowHeight } from './window-height.ts'
import './home.css'

export function HomePage(): ReactNode {
  const { Gate } = useHomePorts()
  return (
    <Gate title="Home">
      <Blocks />
    </Gate>
  )
}

function Blocks(): ReactNode {
  const { onNews, counts } = useHomePorts()
  const answer = useValue(home)
  const { cards } = useValue(counts)
  useEffect(() => followHome(onNews), [onNews])
  const hold = useHolding()
  const scroll = useKeptScroll(answer !== null)
  const steps = useShownSteps(answer)
  const isFresh = cards === 0 && steps !== null
  // More than a first agent: the steps that are left are told beside the rest.
  const isBrief = cards > 1
  const rows = useRows(answer, heightOfSteps(steps, isBrief))
  const isNarrow = useNarrow()
  const stepsView = steps === null ? null : <StepsView steps={steps} isBrief={isBrief} />
  const parts = (where: HomePart['place'] | null) => <Parts answer={answer} rows={rows} where={where} />
  return (
    <div className="home scroll" ref={scroll} {...hold}>
      <div>
        <Lede steps={steps ?? []} />
        {isFresh ? stepsView : null}
        {parts(isNarrow ? null : 'main')}
        {isFresh ? null : stepsView}
      </div>
      <div className="beside">
        {isFresh ? <MachineView isWhole /> : null}
        {isNarrow || isFresh ? null : parts('beside')}
        {isFresh ? null : <MachineView isWhole={false} />}
      </div>
    </div>
  )
}

function Lede({ steps }: { readonly steps: readonly HomeStep[] }): ReactNode {
  const counts = useValue(useHomePorts().counts)
  const waiting = useValue(heldBack)
  const { call, rest } = firstSentence(counts, steps) ?? homeSentence(counts)
  return (
    <div className="lede">
      <h1>
        {call} <em>{rest}</em>
      </h1>
      <span className="meta" role="status">
        {waiting === 0 ? null : 'News waits while you point'}
      </span>
    </div>
  )
}

/** Until they are done or put away; who saw the last one done sees that it is. Null for none. */
function useShownSteps(answer: HomeAnswer | null): readonly HomeStep[] | null {
  const isHidden = useValue(stepsHidden)
  const [wereLeft, setLeft] = useState(false)
  const steps = answer?.steps ?? []
  const isLeft = steps.some(({ done }) => !done)
  if (isLeft && !wereLeft) setLeft(true)
  return isHidden || steps.length === 0 || !(isLeft || wereLeft) ? null : steps
}

type PartsProps = {
  readonly answer: HomeAnswer | null
  readonly rows: ReadonlyMap<string, number>
  /** Null for all of them, below each other. */
  readonly where: HomePart['place'] | null
}

function Parts({ answer, rows, where }: PartsProps): ReactNode {
  const { parts } = useHomePorts()
  const blocks = useSteady(answer?.blocks ?? noBlocks, blockId)
  return parts
    .filter(({ place }) => where === null || place === where)
    .map(({ id, Draw, least, moreHref }) => {
      const shown = rows.get(id) ?? least
      if (Draw !== null) return <Draw key={id} rows={shown} />
      const block = blocks.find((each) => each.id === id)
      return block === undefined ? null : <BlockView key={id} block={block} rows={shown} moreHref={moreHref ?? null} />
    })
}

const noBlocks: HomeAnswer['blocks'] = []
const blockId = ({ id }: HomeBlock): string => id

/** In pixels, as the stylesheets have them: the bars and the margins of a column with its sentence; a block without its rows. */
const aroundPx = { main: 130, beside: 190 } as const
const headPx = 62
const stepPx = { open: 117, brief: 53, done: 42 } as const
/** Below a phone's needs the rest is scrolled to. */
const onPhone = 4

function heightOfSteps(steps: readonly HomeStep[] | null, isBrief: boolean): number {
  if (steps === null) return 0
  const left = steps.filter(({ done }) => !done).length
  const isOver = left === 0
  if (isBrief && !isOver) return headPx + left * stepPx.brief
  return headPx + left * stepPx.open + (steps.length - left) * stepPx.done
}

function useRows(answer: HomeAnswer | null, stepsPx: number): ReadonlyMap<string, number> {
  const { parts } = useHomePorts()
  const height = useValue(windowHeight)
  const isNarrow = useNarrow()
  if (isNarrow) return new Map(parts.map(({ id, least }) => [id, Math.max(least, onPhone)]))
  const share = (where: HomePart['place'], roomPx: number) => {
    const wanted = parts
      .filter(({ place }) => place === where)
      .map(({ id, least, rowPx }) => ({ id, least, rowPx, headPx, count: totalOf(answer, id) }))
    return shareRows(wanted, roomPx)
  }
  return new Map([...share('main', height - aroundPx.main - stepsPx), ...share('beside', height - aroundPx.beside)])
}

function totalOf(answer: HomeAnswer | null, id: string): number {
  return answer?.blocks.find((block) => block.id === id)?.total ?? 0
}
