// A key binding as caps. Hidden from readers: the shortcut sheet says it in words, and touch screens have no keys.
import type { ReactNode } from 'react'
import { keyCaps } from '../commands/keys.ts'
import { isMac } from '../commands/use-keys.ts'
import './kbd.css'

export function Kbd({ keys }: { readonly keys: string }): ReactNode {
  return keyCaps(keys, isMac).map((cap) => (
    <kbd key={cap} className="kbd" aria-hidden>
      {cap}
    </kbd>
  ))
}
