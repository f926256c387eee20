// One description on the page: its text, what is being written, and what can be done with the two.
import { useState } from 'react'
import type { Draft } from '#platform/web/drafts/drafts.ts'
import { drafts, useDraft } from '#platform/web/drafts/use-draft.ts'
import { report } from '#platform/web/ui/report.ts'
import { toast, toastWithUndo } from '#platform/web/ui/toasts.ts'
import type { TaskCard } from '../../contract.ts'
import { saveDescription } from '../actions.ts'
import { bothTexts, standingOf, type DraftStanding } from './description-draft.ts'

export type DescriptionHands = {
  /** The text as it stands, one that is being saved included. */
  readonly shown: string
  readonly draft: Draft | null
  readonly standing: DraftStanding
  /** Keeps what is written, unsaved. */
  readonly write: (text: string) => void
  /** Saves the draft over the text that the writer saw; over the present one after a look at both. */
  readonly save: () => Promise<void>
  readonly throwAway: () => void
  /** The draft becomes both texts. */
  readonly joinTexts: () => void
  /** Saves the text with a box ticked; null says that there is none such. */
  readonly tick: (next: string | null) => void
}

type Given = { readonly task: TaskCard; readonly text: string; readonly onSaved: () => void }

export function useDescription({ task, text, onSaved }: Given): DescriptionHands {
  const key = `task:${task.id}:description`
  const draft = useDraft(key)
  const [sent, setSent] = useState<{ readonly text: string; readonly over: string } | null>(null)
  // Until the task was read again the text that was just sent stands for it.
  const shown = sent !== null && sent.over === text ? sent.text : text
  const standing = standingOf(draft, shown)
  const send = async (next: string) => {
    setSent({ text: next, over: text })
    const problem = await saveDescription(task, next, shown)
    if (problem !== null) {
      setSent(null)
      if (problem.status !== 409) report('Not saved', problem, () => void send(next))
    }
    if (problem === null || problem.status === 409) onSaved()
    return problem
  }
  const save = async () => {
    const mine = drafts.get(key)?.text
    if (mine === undefined || (await send(mine)) !== null) return
    // Written on meanwhile: the rest is ahead of what was saved.
    drafts.keep(key, drafts.get(key)?.text ?? mine, mine)
  }
  return {
    shown,
    draft,
    standing,
    write: (written) => void drafts.keep(key, written, drafts.get(key)?.base ?? shown),
    save,
    throwAway() {
      if (draft === null) return
      drafts.drop(key)
      toastWithUndo({ tone: 'idle', title: 'Draft thrown away.' }, () => {
        drafts.keep(key, draft.text, draft.base)
        return null
      })
    },
    joinTexts: () => void drafts.keep(key, bothTexts(shown, draft?.text ?? ''), shown),
    tick(next) {
      if (next !== null) void send(next)
      else toast({ tone: 'failed', title: 'Not ticked: this box can’t be found in the text. Edit it instead.' })
    },
  }
}
