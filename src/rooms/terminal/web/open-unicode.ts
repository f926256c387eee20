// The widths of letters by Unicode 11, as tmux has them.
import { Unicode11Addon } from '@xterm/addon-unicode11'
import type { Terminal } from '@xterm/xterm'

/** Call it before anything is written. */
export function openUnicode(terminal: Terminal): void {
  terminal.loadAddon(new Unicode11Addon())
  terminal.unicode.activeVersion = '11'
}
