// Changes that this page makes go one after the other, each over what the one before it left: a second press, and a way
// back after other changes, are no change of somebody else.
import { err, type Result } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { refusedHere } from '#platform/web/ui/sending.ts'
import { changeSettings } from '../api.ts'
import type { SettingsChanged, SettingsChangeRequest } from '../contract.ts'

let queue: Promise<unknown> = Promise.resolve()
/** The revisions that changes of this page led through, without anybody else's between them. */
let own: readonly string[] = []
/** The revision that the last change of each key made. */
const lastChange = new Map<string, string>()
/** More than anybody takes back. */
const mostKept = 100

/** What a change over `revision` is over by now. */
export function revisionNow(revision: string): string {
  return own.includes(revision) ? (own.at(-1) ?? revision) : revision
}

/** `token`: the ACCESS_TOKEN, where a login is not enough. */
export function sendChange(change: SettingsChangeRequest, token?: string): Promise<Result<SettingsChanged, Problem>> {
  const answer = queue.then(() => send(change, token))
  queue = answer
  return answer
}

/** Takes back what `changed` says of these keys, unless this page changed one of them since. Null when it is taken back. */
export async function takeBack(
  { revision: after, changed }: Pick<SettingsChanged, 'revision' | 'changed'>,
  back: Omit<SettingsChangeRequest, 'revision'>,
  token?: string,
): Promise<Problem | null> {
  const again = changed.find((key) => lastChange.get(key) !== after)
  if (again !== undefined) return refusedHere(`${again} was changed again since.`)
  const undone = await sendChange({ revision: after, ...back }, token)
  return undone.ok ? null : undone.error
}

async function send(
  { revision, ...change }: SettingsChangeRequest,
  token: string | undefined,
): Promise<Result<SettingsChanged, Problem>> {
  const body = { ...change, revision: revisionNow(revision) }
  const answer = await call(changeSettings, { body, ...(token === undefined ? {} : { token }) })
  if (!answer.ok) {
    // Somebody else came between: from here on what is read counts.
    if (answer.error.status === 409) own = []
    return err(answer.error)
  }
  const { revision: after, changed } = answer.value
  own = [...(own.includes(revision) ? own : [revision]), after].slice(-mostKept)
  for (const key of changed) lastChange.set(key, after)
  return answer
}
