// The command that takes a change of a device's name and tags back.
import { shellLine } from '#base/shell-word.ts'
import type { Device } from '../contract.ts'

type Changed = Pick<Device, 'id' | 'label' | 'tags'>

/** By its id, since its name may be what changed; null when nothing did. */
export function undoOf(before: Changed, after: Changed): string | null {
  const label = before.label === after.label ? [] : ['--label', before.label]
  const tags = before.tags.join(' ') === after.tags.join(' ') ? [] : ['--tag', ...tagWords(before.tags)]
  if (label.length + tags.length === 0) return null
  return shellLine(['orrery', 'devices', 'set', before.id, ...label, ...tags])
}

/** The option takes a word at least; an empty one is no tag. */
function tagWords(tags: readonly string[]): readonly string[] {
  return tags.length === 0 ? [''] : tags
}

/** Tags as they were typed, without empty words: `--tag ''` alone takes all of them away. */
export function tagsTyped(words: readonly string[]): string[] {
  return words.filter((word) => word !== '')
}
