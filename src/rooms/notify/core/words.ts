// What a notification says: a title, and two lines that hold what agents wrote only where the rule says so.
import { oneLine, shortened } from '#base/cut-text.ts'
import { printable } from '#base/printable.ts'
import type { NotifyKind } from '#base/notify-names.ts'
import type { NotifiedAsk } from '#rooms/approvals/contract.ts'
import type { Message } from '../contract.ts'
import type { EndWord, Signal } from './signal.ts'
import type { StandingNotification } from './watch.ts'

/** Longest title of a notification, in characters. */
export const titleLimit = 100
/** Longest text of a notification, in characters. */
export const textLimit = 200

/** What each kind is called where rules are listed, and what it says of one and of several. */
export const kindWords: Readonly<
  Record<NotifyKind, { readonly label: string; readonly one: string; readonly many: string }>
> = {
  needs_you: { label: 'Waits for you', one: 'waits for you', many: 'sessions wait for you' },
  failed: { label: 'Session failed', one: 'failed', many: 'sessions failed' },
  blocked: { label: 'Task blocked', one: 'is blocked', many: 'tasks are blocked' },
  run_failed: { label: 'Strand failed', one: 'failed', many: 'strands failed' },
  missed: { label: 'Strand missed a run', one: 'missed a run', many: 'strands missed a run' },
  device_offline: { label: 'Device offline', one: 'is offline', many: 'devices are offline' },
  budget: { label: 'Budget', one: '', many: 'budgets are nearly used up' },
}

/** What the rule says, and what is known of an approval. */
export type ToldBy = {
  /** Whether it holds what agents wrote. */
  readonly isShown: boolean
  readonly askOf: (approvalId: string) => NotifiedAsk | null
}

/** `Fix the build waits for you`; of several how many there are, and their names below. */
export function messageOf(
  { tag, kind, members }: Omit<StandingNotification, 'isSilent'>,
  { isShown, askOf }: ToldBy,
): Message {
  const [first] = members
  if (first === undefined) throw new Error(`the notification ${tag} is of nothing`)
  const isOne = members.length === 1
  const ask = isOne && first.isApproval ? askOf(first.moment) : null
  const whole = isShown ? (ask?.whole ?? null) : null
  return {
    tag,
    kind,
    title: oneLine(isOne ? titleOfOne(first) : `${members.length} ${kindWords[kind].many}`, titleLimit),
    text: whole ?? oneLine(printable(isOne ? textOfOne(first, isShown) : textOfMany(members, isShown)), textLimit),
    link: isOne ? first.link : '/needs-you',
    ask: ask === null ? null : { id: ask.id, input_hash: ask.input_hash, may_approve: whole !== null },
  }
}

function titleOfOne({ kind, name, isApproval }: Signal): string {
  const what = isApproval ? 'asks for permission' : kindWords[kind].one
  // The end of the sentence says what it is about: a long name gives way to it.
  return `${shortened(printable(name), titleLimit - what.length - 1)} ${what}`.trim()
}

function textOfOne({ kind, said, cause, isApproval }: Signal, isShown: boolean): string {
  if (isShown || kind === 'budget') return said ?? ''
  return isApproval && cause !== null ? `It wants to use ${cause}.` : ''
}

function textOfMany(members: readonly Signal[], isShown: boolean): string {
  const causes = new Set(members.map(({ cause }) => cause))
  const [cause] = causes
  const why = isShown && causes.size === 1 && cause !== null && cause !== undefined ? `${cause}: ` : ''
  return why + members.map(({ name }) => name).join(', ')
}

/** The same notification once it is over. */
export function endedMessage(message: Message, word: EndWord): Message {
  return { ...message, text: word === 'answered' ? 'Answered.' : 'Over.', ask: null }
}
