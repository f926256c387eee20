// The rules: what goes where, a row for each kind and a column for each channel.
import { useState, type ReactNode } from 'react'
import { notifyChannels, type NotifyChannel } from '#base/notify-names.ts'
import { report } from '#platform/web/ui/report.ts'
import type { Rule } from '../../contract.ts'
import { settingsFor, whenWords, withChannel, type RuleChange } from '../../core/change-rule.ts'
import { kindWords } from '../../core/words.ts'
import { useNotifyPorts } from '../ports.ts'

type Props = { readonly rules: readonly Rule[]; readonly onChanged: () => void }

const names: Readonly<Record<NotifyChannel, string>> = {
  browser: 'Browser',
  push: 'Push',
  slack: 'Slack',
  telegram: 'Telegram',
  webhook: 'Webhook',
}

export function Rules({ rules, onChanged }: Props): ReactNode {
  return (
    <section>
      <h2>
        Rules <span className="meta">what goes where</span>
      </h2>
      {/* On a phone each rule is a block, and each box says where to. */}
      <div className="notify-rules">
        <table className="table" aria-label="Rules">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Kind</span>
              </th>
              <th scope="col">On</th>
              {notifyChannels.map((channel) => (
                <th key={channel} scope="col">
                  {names[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <RuleRow key={rule.kind} rule={rule} onChanged={onChanged} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="meta">
        Several that come together are told as one; what you look at, and what you have seen, calls nobody. What agents
        wrote is left out unless <code>showText</code> says otherwise. Delays and quiet hours are keys below.
      </p>
    </section>
  )
}

function RuleRow({ rule, onChanged }: { readonly rule: Rule; readonly onChanged: () => void }): ReactNode {
  const { changeKeys } = useNotifyPorts()
  const [isBusy, setBusy] = useState(false)
  const label = kindWords[rule.kind].label
  const change = async (title: string, next: RuleChange) => {
    setBusy(true)
    const problem = await changeKeys({ title, ...settingsFor(rule.kind, next) })
    setBusy(false)
    if (problem !== null) report('Not changed', problem)
    onChanged()
  }
  const turn = () => change(`${label}: ${rule.on ? 'off' : 'on'}`, { on: !rule.on })
  const toggle = (channel: NotifyChannel) => {
    const word = rule.channels.includes(channel) ? 'not told by' : 'told by'
    return change(`${label}: ${word} ${names[channel]}`, { channels: withChannel(rule, channel) })
  }
  return (
    <tr>
      <th scope="row">
        {label}
        <span className="meta">{whenWords(rule)}</span>
      </th>
      <td>
        <button
          type="button"
          className="switch"
          role="switch"
          aria-checked={rule.on}
          aria-label={label}
          disabled={isBusy}
          onClick={() => void turn()}
        />
      </td>
      {notifyChannels.map((channel) => (
        <td key={channel}>
          <label>
            <span className="notify-where" aria-hidden>
              {names[channel]}
            </span>
            <input
              type="checkbox"
              aria-label={`${label}: ${names[channel]}`}
              checked={rule.channels.includes(channel)}
              disabled={isBusy}
              onChange={() => void toggle(channel)}
            />
          </label>
        </td>
      ))}
    </tr>
  )
}
