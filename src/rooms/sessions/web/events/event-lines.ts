// The history of a session as lines a person reads: what happened, through whom, and what it did.
import type { EventSource, SessionEvent } from '../../contract.ts'
import { wordsOfEvent } from '../../core/event-words.ts'

export type EventLine = {
  readonly key: number
  readonly at: string
  /** The state whose dot the line carries: where the event led, or where the session stayed. */
  readonly state: string
  readonly text: string
  /** What the event said, word for word. */
  readonly said: string | null
  readonly isRefused: boolean
  /** How many equal refused events in a row the line stands for. */
  readonly count: number
}

const through: Readonly<Record<EventSource, string>> = {
  launch: 'at launch',
  hook: 'from its hook',
  other_client: 'from another client in its terminal',
  wrapper: 'from its process',
  user: 'by a person',
  scanner: 'seen in tmux',
  dependency: 'since what it waited for is done',
  gateway: 'from the gateway',
  service: 'by the service',
}

/** `events` newest first, as the service lists them; the lines stand in the same order. */
export function eventLinesOf(events: readonly SessionEvent[]): EventLine[] {
  const lines: EventLine[] = []
  for (const event of events) {
    const line = lineOf(event)
    const newer = lines.at(-1)
    const isSame = newer?.isRefused === true && line.isRefused && newer.text === line.text
    if (isSame) lines[lines.length - 1] = { ...newer, count: newer.count + 1 }
    else lines.push(line)
  }
  return lines.map((line) => (line.count > 1 ? { ...line, text: manyTimes(line) } : line))
}

/** Of a row of tool uses the last one is what a person wants to know. */
function manyTimes({ text, said, count }: EventLine): string {
  if (text !== toolUse) return `${text}, ${count} times`
  return said === null ? `used tools ${count} times` : `used tools ${count} times, last`
}

function lineOf(event: SessionEvent): EventLine {
  return {
    key: event.seq,
    at: event.at,
    state: event.to ?? event.from ?? 'idle',
    text: textOf(event),
    said: event.kind === 'changed' ? null : event.metadata,
    isRefused: !event.accepted,
    count: 1,
  }
}

function textOf({ kind, event, from, to, accepted, source, metadata }: SessionEvent): string {
  switch (kind) {
    case 'created':
      return `created ${through[source]}`
    case 'removed':
      return `removed ${through[source]}`
    case 'changed':
      return metadata === null ? `changed ${through[source]}` : `${metadata}, ${through[source]}`
    case 'event':
      if (accepted) return `${event === 'agent.tool_use' ? toolUse : wordsOfEvent(event)} ${through[source]}`
      if (source === 'other_client') return `${wordsOfEvent(event)} ${through[source]}, which moves nothing`
      if (event === 'process.exit' && from === 'running') return 'its turn ended, its command goes on'
      // The agent went on working: that nothing changed is no news.
      if (event === 'agent.tool_use' && from === 'running') return toolUse
      return `${wordsOfEvent(event)} ${through[source]}, no change: ${whyNot(from ?? to)}`
  }
}

const toolUse = 'used a tool'

function whyNot(state: string | null): string {
  return state === null ? 'not accepted' : `already ${state.replaceAll('_', ' ')}`
}
