// An interactive bash or zsh that marks its commands: what it is started with, and the files that it then reads.
import { basename, join } from 'node:path'
import { bashMarks } from './bash-marks.ts'
import { zshMarks } from './zsh-marks.ts'

export type MarkedShell = {
  readonly argv: readonly string[]
  /** The folder that zsh reads its first file from; null for another shell. */
  readonly zdotdir: string | null
  /** By their names in the folder. */
  readonly files: Readonly<Record<string, string>>
}

/** Null for anything but a plain interactive bash or zsh: words of its own say what it reads. */
export function withMarks(
  argv: readonly string[],
  { folder, nonce }: { readonly folder: string; readonly nonce: string },
): MarkedShell | null {
  const [program = '', ...words] = argv
  if (words.some((word) => word !== '-i')) return null
  switch (basename(program)) {
    case 'bash':
      return {
        argv: [program, '--rcfile', join(folder, 'bashrc'), ...words],
        zdotdir: null,
        files: { bashrc: bashMarks(nonce) },
      }
    case 'zsh':
      return { argv, zdotdir: folder, files: { '.zshenv': zshMarks(nonce) } }
    default:
      return null
  }
}
