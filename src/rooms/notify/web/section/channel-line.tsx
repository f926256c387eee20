// One channel in its line: where it leads, how its last delivery went, and what can be done with it.
import type { LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { report } from '#platform/web/ui/report.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import { testNotification } from '../../api.ts'
import type { Delivery, NotifyTest } from '../../contract.ts'
import { stateWords } from '../../core/delivery-words.ts'
import { dotOfState } from './dot-of-state.ts'

type LineProps = {
  readonly icon: LucideIcon
  readonly name: string
  readonly where: ReactNode
  readonly last: Delivery | null
  readonly children?: ReactNode
  /** Below the line, as wide as it is. */
  readonly below?: ReactNode
}

export function ChannelLine({ icon: Icon, name, where, last, children, below }: LineProps): ReactNode {
  return (
    <li>
      <Icon className="i" aria-hidden />
      <b>{name}</b>
      <span className="meta">{where}</span>
      <span className="notify-last">
        {last === null ? null : (
          <>
            <span className="row" title={last.says ?? undefined}>
              <Dot state={dotOfState[last.state]} isMute />
              {stateWords[last.state]}
            </span>
            <RelativeTime className="meta" since={last.at} />
          </>
        )}
      </span>
      <span className="do">{children}</span>
      {below}
    </li>
  )
}

type TestProps = { readonly test: NotifyTest; readonly name: string; readonly onChanged: () => void }

export function TestButton({ test, name, onChanged }: TestProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const answer = await call(testNotification, { body: test })
    setBusy(false)
    if (!answer.ok) return report('Not sent', answer.error)
    const { works, delivery } = answer.value
    toast({ tone: works ? 'success' : 'failed', title: delivery.says ?? 'Nobody knows yet.', text: delivery.hint })
    onChanged()
  }
  return <Button label="Test" aria-label={`Test ${name}`} disabled={isBusy} onClick={() => void run()} />
}
