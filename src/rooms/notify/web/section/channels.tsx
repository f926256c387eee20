// The channels: whether each works, a test of it, and what this browser itself can do.
import { Monitor, Smartphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { report } from '#platform/web/ui/report.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import type { Delivery, NotifyTest, Overview, Subscription } from '../../contract.ts'
import { isOnHere } from '../tabs/here.ts'
import { ChannelLine, TestButton } from './channel-line.tsx'
import { OutsideChannelLine } from './outside-channel.tsx'
import { outsideChannels } from './outside-channels.ts'
import { ownSubscription, removeSubscription, turnOffHere, turnOnHere, turnOnPush, whyNotHere } from './this-browser.ts'

type Props = { readonly overview: Overview; readonly onChanged: () => void }

export function Channels({ overview, onChanged }: Props): ReactNode {
  const standOf = (channel: NotifyTest['channel']) => overview.channels.find((one) => one.channel === channel) ?? null
  return (
    <section>
      <h2>Channels</h2>
      <ul className="notify-channels">
        <ThisBrowser last={standOf('browser')?.last ?? null} onChanged={onChanged} />
        <PushHere overview={overview} onChanged={onChanged} />
        {overview.subscriptions.map((one) => (
          <Subscribed key={one.id} subscription={one} lastPush={standOf('push')?.last ?? null} onChanged={onChanged} />
        ))}
        {outsideChannels.map((each) => (
          <OutsideChannelLine key={each.channel} of={each} stand={standOf(each.channel)} onChanged={onChanged} />
        ))}
      </ul>
      <p className="meta">
        On the command line: <code>orrery notify</code>. An address of your own network is refused until{' '}
        <code>notify.privateTargets</code> below lists it.
      </p>
    </section>
  )
}

type ThisBrowserProps = { readonly last: Delivery | null; readonly onChanged: () => void }

function ThisBrowser({ last, onChanged }: ThisBrowserProps): ReactNode {
  const [isOn, setOn] = useState(isOnHere)
  const [told, setTold] = useState(whyNotHere)
  const turn = async () => {
    if (isOn) turnOffHere()
    setTold(isOn ? null : await turnOnHere())
    setOn(isOnHere())
  }
  const where = told ?? (isOn ? 'this one, while a tab is open' : 'this one is not told')
  return (
    <ChannelLine icon={Monitor} name="Browser" where={where} last={last}>
      {isOn ? <TestButton test={{ channel: 'browser' }} name="Browser" onChanged={onChanged} /> : null}
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={isOn}
        aria-label="Tell this browser while a tab is open"
        onClick={() => void turn()}
      />
    </ChannelLine>
  )
}

function PushHere({ overview, onChanged }: Props): ReactNode {
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (overview.subscriptions.some(({ id }) => id === ownSubscription())) return null
  const turnOn = async () => {
    setBusy(true)
    const refused = await turnOnPush(overview.push_key)
    setBusy(false)
    setTold(typeof refused === 'string' ? refused : null)
    if (refused !== null && typeof refused !== 'string') report('Not turned on', refused)
    onChanged()
  }
  const where = told ?? whyNotHere() ?? 'this browser, also while no tab is open'
  return (
    <ChannelLine icon={Smartphone} name="Push" where={where} last={null}>
      <Button
        label="Turn on"
        aria-label="Turn on pushes in this browser"
        disabled={isBusy}
        onClick={() => void turnOn()}
      />
    </ChannelLine>
  )
}

type SubscribedProps = {
  readonly subscription: Subscription
  /** To whichever browser. */
  readonly lastPush: Delivery | null
  readonly onChanged: () => void
}

function Subscribed({ subscription, lastPush, onChanged }: SubscribedProps): ReactNode {
  const { id, label, service, created_at: at } = subscription
  const remove = async () => {
    const problem = await removeSubscription(id)
    const text = 'To bring it back, turn pushes on in that browser.'
    if (problem === null) toast({ tone: 'success', title: `${label} gets no push any more`, text })
    else report('Not removed', problem)
    onChanged()
  }
  const where = (
    <>
      push{id === ownSubscription() ? ' to this browser' : ''} by {service}, since <RelativeTime since={at} />
    </>
  )
  return (
    <ChannelLine icon={Smartphone} name={label} where={where} last={lastPush?.subscription === id ? lastPush : null}>
      <TestButton test={{ channel: 'push', subscription: id }} name={label} onChanged={onChanged} />
      <Button label="Remove" aria-label={`Remove ${label}`} onClick={() => void remove()} />
    </ChannelLine>
  )
}
