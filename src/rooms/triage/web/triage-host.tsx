// What triage draws over every page: the panels of the address, and what a row or a part asks for. Loaded when first opened.
import { useEffect, type ReactNode } from 'react'
import { lazyAct } from '#platform/web/lazy/lazy-act.ts'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { usePanel } from '#platform/web/shell/panel-url.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { askedRun } from './data/asked-run.ts'
import { askedCorrection } from './correct/correction.ts'
import { rowMenu } from './table/row-menu-state.ts'
import { tellRunEnds } from './data/tell-run-ends.ts'

const WhyDrawer = lazyOverlay(() => import('./detail/why-drawer.tsx').then(({ WhyDrawer }) => WhyDrawer))
const RunDrawer = lazyOverlay(() => import('./detail/run-drawer.tsx').then(({ RunDrawer }) => RunDrawer))
const CorrectPop = lazyOverlay(() => import('./correct/correct-pop.tsx').then(({ CorrectPop }) => CorrectPop))
const UnsentBriefDialog = lazyOverlay(() =>
  import('./side/unsent-brief-dialog.tsx').then(({ UnsentBriefDialog }) => UnsentBriefDialog),
)
const RowMenu = lazyOverlay(() => import('./table/row-menu.tsx').then(({ RowMenu }) => RowMenu))

const startRun = lazyAct(
  () => import('./data/start-run.ts'),
  ({ startRun }) => startRun,
)

export function TriageHost(): ReactNode {
  useCommands(commands, 'everywhere')
  useEffect(tellRunEnds, [])
  const why = usePanel('why')
  const run = usePanel('triage-run')
  const asked = useValue(askedCorrection)
  const menu = useValue(rowMenu)
  const wanted = useValue(askedRun)
  const isRun = run !== null && /^[1-9]\d{0,14}$/.test(run)
  return (
    <>
      {why === null ? null : <WhyDrawer key={why} id={why} />}
      {isRun ? <RunDrawer key={run} id={Number(run)} /> : null}
      {menu === null ? null : <RowMenu task={menu.task} anchor={menu.anchor} />}
      {asked === null ? null : <CorrectPop key={keyOf(asked)} asked={asked} />}
      {wanted === null ? null : <UnsentBriefDialog wanted={wanted} />}
    </>
  )
}

/** Another question is another form. */
function keyOf(asked: NonNullable<ReturnType<typeof askedCorrection.get>>): string {
  return `${asked.task} ${asked.kind} ${asked.kind === 'part' ? asked.dimension : asked.lane}`
}

/** In the palette of every page; the triage page adds their keys. */
const commands: readonly Command[] = [
  { id: 'triage.run', title: 'Run triage', group: 'Triage', run: () => void startRun({ isDry: false }) },
  { id: 'triage.preview', title: 'Preview a triage run', group: 'Triage', run: () => void startRun({ isDry: true }) },
]
