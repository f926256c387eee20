// What speaks against typing a text into a session's terminal, in words with what to do next.
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Session } from '../../contract.ts'
import { isTerminal } from '../machine.ts'
import type { SessionRecord } from '../record.ts'
import { dialogAfterPaste, dialogOn } from './screen-text.ts'
import { isPrintRun } from './takes-text.ts'

/** What is known without a look: `waitingSince` is the wait that is answered, null where any state will do. */
export function obstacleOfRecord({ session }: SessionRecord, waitingSince: string | null): Refusal | null {
  if (isTerminal(session.state)) return ended(session)
  if (session.state === 'idle') return notStarted(session)
  const isThatWait = session.state === 'awaiting_review' && session.state_since === waitingSince
  if (waitingSince !== null && !isThatWait) return notWaiting(session)
  if (session.tmux_alive === false) return noTerminal
  return isPrintRun(session) ? printsOnly : null
}

/** The pane that keys go to now. */
export type FrontPane = {
  /** As `/dev/pts/3`. */
  readonly tty: string
  /** The name of the program in front there. */
  readonly command: string
  /** Whether it is the session's first pane, which its command was started in. */
  readonly isFirst: boolean
}

/** A client's process: null where the system does not tell. */
export type FrontProcess = { readonly tty: string; readonly isForeground: boolean } | null

/** A look at the terminal. */
export type TerminalLook = {
  readonly pane: FrontPane
  /** `gone`: the process of the session's client has ended. */
  readonly client: FrontProcess | 'gone'
  readonly screen: string
}

export function obstacleOfTerminal(record: SessionRecord, look: TerminalLook): Refusal | null {
  const other = otherInFront(record, look)
  if (other !== null) return notInFront(record.session, other)
  const dialog = dialogOn(look.screen, record.client?.screen ?? null)
  return dialog === null ? null : dialogOpen(record.session, dialog.shown)
}

/** What stands in front instead of the session's program, as `Another pane is`; null where keys go to that one. */
export function otherInFront(record: SessionRecord, { pane, client }: TerminalLook): string | null {
  if (client === 'gone') return `Its agent has ended, and ${shown(pane.command)} is`
  const isElsewhere = client === null ? record.runId !== null && !pane.isFirst : client.tty !== pane.tty
  if (isElsewhere) return 'Another pane is'
  return client !== null && !client.isForeground ? `${shown(pane.command)} is` : null
}

/** What speaks against Enter once `text` was pasted, by the screen that followed; an empty one was not seen. */
export function obstacleOfEnter(record: SessionRecord, screen: string, text: string): Refusal | null {
  if (screen === '') return null
  const dialog = dialogAfterPaste(screen, record.client?.screen ?? null, text)
  if (dialog === null) return null
  return {
    error: 'dialog_open',
    reason:
      'Enter was not pressed: a dialog opened in its terminal, and the text stands in its prompt or went to the dialog.',
    hint: `Attach, answer the dialog and look at the prompt: orrery attach ${record.session.tmux_session}`,
    extra: { screen: dialog.shown },
  }
}

function ended({ state, agent_type: type }: Session): Refusal {
  return {
    error: 'session_ended',
    reason: `It has ended: it is ${state}, and nobody reads in its terminal.`,
    hint: `Start another one with these words: orrery launch ${type} "…", or on the page 'Start again with this text'.`,
    extra: { state },
  }
}

function notStarted({ tmux_session: name }: Session): Refusal {
  return {
    error: 'not_started',
    reason: 'It has not started yet, so nobody reads in its terminal.',
    hint: `Start it first: orrery restart ${name}, or Start on its card.`,
  }
}

function notWaiting({ state, state_since: since }: Session): Refusal {
  return {
    error: 'not_waiting',
    reason: `It does not wait for this answer any more: it is ${state.replace('_', ' ')} by now.`,
    hint: 'Somebody else answered it, or it went on. Look at what it does now, and send again if it should hear this, too.',
    extra: { state, state_since: since },
  }
}

const noTerminal: Refusal = {
  error: 'no_terminal',
  reason: 'Its terminal is not here, so nothing can be typed into it.',
  hint: 'Answer it where it runs. A terminal that was just opened is seen within 30 s.',
}

const printsOnly: Refusal = {
  error: 'takes_no_text',
  reason: 'It runs in print mode: it reads nothing, prints its answer and ends.',
  hint: 'Wait for its end, then launch another one with your words, or one that stays: orrery launch code-agent --interactive.',
}

function notInFront({ tmux_session: name }: Session, what: string): Refusal {
  return {
    error: 'not_in_front',
    reason: `${what} in front in its terminal, and would get the text.`,
    hint: `Attach and look: orrery attach ${name}`,
  }
}

function dialogOpen({ tmux_session: name }: Session, screen: string): Refusal {
  return {
    error: 'dialog_open',
    reason: 'A dialog is open in its terminal: typed text would choose in it.',
    hint: `Attach to answer it: orrery attach ${name}`,
    extra: { screen },
  }
}
