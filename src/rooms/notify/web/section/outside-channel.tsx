// A channel to a program of others: set up, tested, given another address, removed.
import { useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { report } from '#platform/web/ui/report.ts'
import type { ChannelStand } from '../../contract.ts'
import { useNotifyPorts } from '../ports.ts'
import { ChannelForm } from './channel-form.tsx'
import { ChannelLine, TestButton } from './channel-line.tsx'
import type { OutsideChannel } from './outside-channels.ts'

type Props = { readonly of: OutsideChannel; readonly stand: ChannelStand | null; readonly onChanged: () => void }

export function OutsideChannelLine({ of, stand, onChanged }: Props): ReactNode {
  const { channel, name, icon, fields } = of
  const { changeKeys } = useNotifyPorts()
  const [isOpen, setOpen] = useState(false)
  const isSet = stand?.is_set === true
  const remove = async () => {
    const problem = await changeKeys({ title: `${name} was removed`, unset: fields.map(({ key }) => key) })
    if (problem !== null) report('Not removed', problem)
    onChanged()
  }
  const form = <ChannelForm of={of} onSaved={onChanged} onClose={() => setOpen(false)} />
  return (
    <ChannelLine
      icon={icon}
      name={name}
      where={stand?.says ?? ''}
      last={stand?.last ?? null}
      below={isOpen ? form : null}
    >
      {isSet ? <TestButton test={{ channel }} name={name} onChanged={onChanged} /> : null}
      {isOpen ? null : (
        <Button
          label={isSet ? 'Change' : 'Set up'}
          aria-label={`${isSet ? 'Change' : 'Set up'} ${name}`}
          onClick={() => setOpen(true)}
        />
      )}
      {isSet ? <Button label="Remove" aria-label={`Remove ${name}`} onClick={() => void remove()} /> : null}
    </ChannelLine>
  )
}
