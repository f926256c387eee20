// The few keys that are the page's inside a terminal; all others are the agent's.

export type PressedInTerminal = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey' | 'metaKey'>

/** Null: the key goes to the terminal. Ctrl+C and Ctrl+F are the agent's; with Shift, or with Cmd on a Mac, they are ours. */
export function pageKeyOf(
  { key, ctrlKey, shiftKey, metaKey }: PressedInTerminal,
  hasSelection: boolean,
): 'search' | 'copy' | null {
  const isOurs = (ctrlKey && shiftKey) || (metaKey && !ctrlKey)
  if (!isOurs) return null
  if (key.toLowerCase() === 'f') return 'search'
  return key.toLowerCase() === 'c' && hasSelection ? 'copy' : null
}
