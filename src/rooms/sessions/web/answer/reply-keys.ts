// What a key does in the field of a reply; pure, so that all of them stand in one table of tests.

export type ReplyKey = { readonly key: string; readonly isShifted: boolean; readonly hasMod: boolean }

export type ReplyKeyPlace = {
  /** The caret stands before the first character. */
  readonly isAtStart: boolean
  /** An earlier answer is shown in place of the draft. */
  readonly isRecalling: boolean
  readonly place: 'card' | 'panel'
  /** Whether there is a keyboard that has Shift. */
  readonly hasKeys: boolean
}

export type ReplyDeed = 'send' | 'older' | 'newer' | 'back' | 'close'

/** Null: the key is the field's own. */
export function keyOfReply({ key, isShifted, hasMod }: ReplyKey, its: ReplyKeyPlace): ReplyDeed | null {
  if (key === 'Enter') return hasMod || (!isShifted && its.hasKeys) ? 'send' : null
  if (hasMod || isShifted) return null
  if (key === 'ArrowUp') return its.isAtStart || its.isRecalling ? 'older' : null
  if (key === 'ArrowDown') return its.isRecalling ? 'newer' : null
  if (key !== 'Escape') return null
  if (its.isRecalling) return 'back'
  return its.place === 'card' ? 'close' : null
}
