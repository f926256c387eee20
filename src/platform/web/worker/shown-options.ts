// A notification as this browser shows it: by an open tab or by the worker, whichever comes last, with the same buttons.
import { readDecisionKey } from './decision-key.ts'

/** What a notification keeps for its click. */
export type ShownData = {
  readonly tag: string
  readonly link: string
  /** What may be decided on it. */
  readonly ask: { readonly id: string; readonly input_hash: string; readonly may_approve: boolean } | null
}

const said = 'said:'

/** The tag of what became of a press on a notification: it stays until a person has put it away, though the asking is over. */
export const saidTag = (tag: string): string => (isSaid(tag) ? tag : said + tag)

export const isSaid = (tag: string): boolean => tag.startsWith(said)

/** With buttons and `renotify`, which the types of a page leave out. */
type ShownOptions = NotificationOptions & {
  readonly actions: readonly { readonly action: string; readonly title: string }[]
}

type Shown = ShownData & { readonly text: string }

export async function shownOptions({ text, ...data }: Shown, isSilent: boolean): Promise<ShownOptions> {
  return {
    tag: data.tag,
    body: text,
    silent: isSilent,
    icon: '/favicon.svg',
    data: { link: data.link, tag: data.tag, ask: data.ask } satisfies ShownData,
    actions: await actionsFor(data.ask),
    // A replacement calls anew only where it says so.
    ...(isSilent ? {} : { renotify: true }),
  }
}

/** Without a key, as before a login of this browser, it is decided on the page alone. */
async function actionsFor(ask: ShownData['ask']): Promise<ShownOptions['actions']> {
  if (ask === null || (await readDecisionKey().catch(() => null)) === null) return []
  const deny = { action: 'deny', title: 'Deny' }
  return ask.may_approve ? [{ action: 'approve', title: 'Approve' }, deny] : [deny]
}
