// What happened, over any page.
import { Maximize2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Drawer } from '#platform/web/ui/drawer.tsx'
import type { ActivitySourceName } from '../contract.ts'
import { ActivityList } from './activity-list.tsx'
import { activityOpen } from './activity-state.ts'
import { hrefOf, isFiltered, noFilters } from './filters.ts'
import { Nothing } from './nothing.tsx'
import { SourceChoice } from './source-choice.tsx'
import { useRows } from './use-rows.ts'
import { WordsField } from './words-field.tsx'

const close = (): void => activityOpen.set(null)

export function ActivityDrawer(): ReactNode {
  const [source, setSource] = useState<ActivitySourceName | null>(null)
  const [text, setText] = useState<string | null>(null)
  const filters = { ...noFilters, source, text }
  const [shown, feed] = useRows(filters)
  const clear = (): void => {
    setSource(null)
    setText(null)
  }
  const head = (
    <>
      <h2>Activity</h2>
      <span className="push" />
      <Link className="btn quiet small" href={hrefOf(filters)} onClick={close}>
        <Maximize2 className="i" aria-hidden />
        Full page
      </Link>
    </>
  )
  return (
    <Drawer name="Activity" head={head} onClose={close}>
      <div className="activity-drawer">
        <WordsField said={text} onSay={setText} />
        <SourceChoice source={source} onChoose={setSource} />
        <ActivityList
          shown={shown}
          feed={feed}
          isEach={false}
          keepsPlace={false}
          name="All that happened"
          empty={<Nothing isFiltered={isFiltered(filters)} onClear={clear} />}
        />
      </div>
    </Drawer>
  )
}
