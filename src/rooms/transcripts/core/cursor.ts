// Where in a session's transcript a reader stands: in which of its conversations, and where in the file of that.

export type TalkPlace = { readonly conversation: string; readonly cursor: string | null }

export function placeText({ conversation, cursor }: TalkPlace): string {
  return cursor === null ? conversation : `${conversation}~${cursor}`
}

/** Null for what is none. */
export function parsePlace(text: string): TalkPlace | null {
  const [conversation = '', cursor = null, ...more] = text.split('~')
  return conversation === '' || more.length > 0 ? null : { conversation, cursor }
}
