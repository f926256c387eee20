// Goes on asking what was asked to end by Ctrl+C, with the keys that its client takes.
import { setTimeout as wait } from 'node:timers/promises'
import { nextStopKey, type StopKey } from '../../core/end/stop-keys.ts'
import type { Stopping } from '../../contract.ts'
import type { SessionRecord } from '../../core/record.ts'
import { lookAtTerminal, type TerminalInFront } from '../answer/look-at-terminal.ts'
import type { SessionsContext } from '../context.ts'

/** How often each stop was asked on; a stop that is asked again by a person is another one. */
const pressesOf = new WeakMap<Stopping, number>()

/** Looks, and presses what its client takes next; answers whether it did. Never rejects. */
export async function pressOn(context: SessionsContext, record: SessionRecord): Promise<boolean> {
  const first = await nextPress(context, record)
  const { stopping } = record.session
  if (first === null || stopping === null) return false
  pressesOf.set(stopping, (pressesOf.get(stopping) ?? 0) + 1)
  if (first.press.key === 'escape') {
    const done = await context.tmux.escape(first.terminal)
    return done.ok
  }
  const done = await context.tmux.interrupt(first.terminal)
  if (!done.ok) return false
  if (first.press.times === 1) return true
  await wait(context.settleMs)
  // What stands in front by now may be another program: a shell, once the client has ended.
  const second = await nextPress(context, record)
  if (second?.press.key === 'ctrl_c') await context.tmux.interrupt(second.terminal)
  return true
}

type NextPress = Pick<TerminalInFront, 'terminal'> & { readonly press: StopKey }

async function nextPress(
  context: SessionsContext,
  { session: { id }, runId }: SessionRecord,
): Promise<NextPress | null> {
  const record = context.registry.get(id)
  // Started again meanwhile: nobody stops that.
  if (record === null || record.runId !== runId || record.session.stopping === null) return null
  const seen = await lookAtTerminal(context, record)
  if (!seen.ok) return null
  const press = nextStopKey(record, seen.value.look, pressesOf.get(record.session.stopping) ?? 0)
  return press === null ? null : { terminal: seen.value.terminal, press }
}
