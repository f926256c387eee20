// The files that a patch of Codex names: `*** Update File: path`.
import type { Derived } from '../contract.ts'

const heads = { Add: 'added', Update: 'changed', Delete: 'removed' } as const

type PatchedFile = Pick<Derived['files'][number], 'path' | 'status'>

/** A patch that is cut may name more. Its last line may be cut, too: it counts only when another one follows. */
export function filesOfPatch(patch: string): PatchedFile[] {
  const whole = patch.slice(0, patch.lastIndexOf('\n') + 1)
  return [...whole.matchAll(/^\*\*\* (?<how>Add|Update|Delete) File: (?<path>.+)$/gm)].flatMap(({ groups }) => {
    const { how, path = '' } = groups ?? {}
    return how === 'Add' || how === 'Update' || how === 'Delete' ? [{ path, status: heads[how] }] : []
  })
}
