// For tests: plays a story of changes and looks, and says in words what came of it.
import type { NotifyKind } from '#base/notify-names.ts'
import type { EndWord, Signal } from './signal.ts'
import { sampleRules } from './signal.testkit.ts'
import { hear, tellDue, watchOf, type WatchAct, type WatchState, type WhenRules } from './watch.ts'

export type Step =
  | { readonly at: number; readonly hears: readonly Signal[] }
  | { readonly at: number; readonly ends: readonly string[]; readonly word?: EndWord }
  | { readonly at: number; readonly looks: true; readonly sees?: readonly string[]; readonly quietMs?: number }

export type Story = { readonly steps: readonly Step[]; readonly rules?: WhenRules; readonly oldBefore?: string }

/** What was done, in words: `tell session:s1`, `end session:s1 answered`. What is only kept is left out. */
export function play({ steps, rules = sampleRules(), oldBefore }: Story) {
  let state: WatchState = watchOf([])
  let nextMs: number | null = null
  const said: string[] = []
  const say = (acts: readonly WatchAct[]) => {
    for (const act of acts) {
      const members = act.of.members.length > 1 ? ` of ${act.of.members.length}` : ''
      if (act.act === 'end') said.push(`end ${act.of.tag} ${act.word}`)
      else if (act.act !== 'keep' && act.act !== 'forget') said.push(`${act.act} ${act.of.tag}${members}`)
    }
  }
  for (const step of steps) {
    if ('looks' in step) {
      const { sees = [], quietMs = 0 } = step
      const told = tellDue(state, {
        nowMs: step.at,
        isLookedAt: ({ tag }) => sees.includes(tag),
        quietMs: (_kind: NotifyKind) => quietMs,
      })
      state = told.state
      nextMs = told.nextMs
      say(told.acts)
    } else {
      const changes =
        'hears' in step
          ? step.hears.map((signal) => ({ tag: signal.tag, signal }))
          : step.ends.map((tag) => ({ tag, signal: null, ...(step.word === undefined ? {} : { word: step.word }) }))
      const heard = hear(state, changes, { nowMs: step.at, rules, oldBefore: oldBefore ?? null })
      state = heard.state
      say(heard.acts)
    }
  }
  return { said, nextMs, state }
}
