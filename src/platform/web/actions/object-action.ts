// What a person can do with the objects of a kind: declared once by their room, and read by menus, the bar of a selection and
// the palette, so that an action that joins appears in all of them.
import type { LucideIcon } from 'lucide-react'
import type { ActionOutcome } from './outcome.ts'

type Face = {
  /** Kinds that are selected together share the ids of what is done to both, such as `done`. */
  readonly id: string
  /** A verb, as on a button: 'Stop'. */
  readonly label: string
  readonly icon: LucideIcon
  readonly isFilled?: boolean
  readonly group: 'move' | 'act' | 'copy'
}

/** Done to any number at once; whoever calls tells how it went, with one Undo. */
type Doing<T> = {
  readonly how: 'do'
  /** The question before it is done: resolves with those that it is to be done to, none for 'no'. */
  readonly ask?: (objects: readonly T[], anchor: Element) => Promise<readonly T[]>
  /** As in 'stopped'. */
  readonly verb: string
  /** The state whose dot the notice carries. */
  readonly tone: string
  readonly run: (objects: readonly T[]) => Promise<ActionOutcome>
}

/** Done to any number at once, and tells itself. */
type Telling<T> = { readonly how: 'tell'; readonly run: (objects: readonly T[]) => void }

/** Opens something for one: a form, a terminal, or fills the clipboard. `anchor` is where a small panel stands. */
type Opening<T> = { readonly how: 'open'; readonly run: (object: T, anchor: Element) => void }

export type ObjectAction<T> = Face & {
  /** Whether it can be done with this one now. */
  readonly fits: (object: T) => boolean
} & (Doing<T> | Telling<T> | Opening<T>)

/** An action on chosen objects, their type hidden: what menus and the palette work with. */
export type BoundAction = Face & {
  /** The ids of those that it fits. */
  readonly ids: readonly string[]
} & (
    | (Pick<Doing<never>, 'how' | 'verb' | 'tone'> & {
        /** Whether a question stands before it. */
        readonly asks: boolean
        /** Null where the answer to its question was no. */
        readonly run: (anchorOf: () => Element, onBegin: () => void) => Promise<ActionOutcome | null>
      })
    | { readonly how: 'tell'; readonly run: () => void }
    | { readonly how: 'open'; readonly run: (anchor: Element) => void }
  )

/** What can be done with these; an action that opens something fits one alone. */
export function bindActions<T extends { readonly id: string }>(
  actions: readonly ObjectAction<T>[],
  objects: readonly T[],
): BoundAction[] {
  return actions.flatMap((action): BoundAction[] => {
    const fitting = objects.filter(action.fits)
    const [one] = fitting
    if (one === undefined || (action.how === 'open' && objects.length > 1)) return []
    const { id, label, icon, group } = action
    const filled = action.isFilled === undefined ? {} : { isFilled: action.isFilled }
    const face = { id, label, icon, group, ...filled, ids: fitting.map((each) => each.id) }
    switch (action.how) {
      case 'do':
        return [{ ...face, how: 'do', ...doing(action, fitting) }]
      case 'tell':
        return [{ ...face, how: 'tell', run: () => action.run(fitting) }]
      case 'open':
        return [{ ...face, how: 'open', run: (anchor) => action.run(one, anchor) }]
    }
  })
}

function doing<T>({ verb, tone, ask, run }: Doing<T>, fitting: readonly T[]) {
  return {
    verb,
    tone,
    asks: ask !== undefined,
    async run(anchorOf: () => Element, onBegin: () => void): Promise<ActionOutcome | null> {
      const meant = ask === undefined ? fitting : await ask(fitting, anchorOf())
      if (meant.length === 0) return null
      onBegin()
      return run(meant)
    },
  }
}
