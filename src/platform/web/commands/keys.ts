// Key bindings as text: 'g b' is two keys in a row, 'mod+k' holds Ctrl or Cmd.

export type Pressed = {
  readonly key: string
  readonly mod: boolean
  readonly alt: boolean
}

/** One step of a binding, or null for a key that is only held (Shift, Ctrl, …). */
export function stepOf({ key, mod, alt }: Pressed): string | null {
  if (heldKeys.has(key)) return null
  const name = key.length === 1 ? key : key.toLowerCase()
  return `${mod ? 'mod+' : ''}${alt ? 'alt+' : ''}${mod ? name.toLowerCase() : name}`
}

const heldKeys = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Dead', 'Process', 'Unidentified'])

export type KeyMatch =
  { readonly kind: 'run'; readonly binding: string } | { readonly kind: 'pending' } | { readonly kind: 'none' }

/** What the steps pressed so far mean; a binding that is complete wins over one that they begin. */
export function matchKeys(steps: readonly string[], bindings: readonly string[]): KeyMatch {
  const pressed = steps.join(' ')
  if (bindings.includes(pressed)) return { kind: 'run', binding: pressed }
  if (bindings.some((binding) => binding.startsWith(`${pressed} `))) return { kind: 'pending' }
  return { kind: 'none' }
}

const macNames: Record<string, string> = { mod: '⌘', alt: '⌥' }
const otherNames: Record<string, string> = { mod: 'Ctrl', alt: 'Alt' }
const keyNames: Record<string, string> = { escape: 'Esc', enter: '↵', arrowup: '↑', arrowdown: '↓' }

/** A binding as caps to print: 'mod+k' is `⌘K` on a Mac and `Ctrl K` elsewhere. */
export function keyCaps(binding: string, isMac: boolean): string[] {
  return binding.split(' ').map((step) => {
    const parts = step.split(/\+(?=.)/)
    const names = isMac ? macNames : otherNames
    const caps = parts.map((part, index) => {
      if (index < parts.length - 1) return names[part] ?? part
      const name = keyNames[part.toLowerCase()] ?? part
      return parts.length > 1 ? name.toUpperCase() : name
    })
    return caps.join(isMac ? '' : ' ')
  })
}
