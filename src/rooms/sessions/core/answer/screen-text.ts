// What a client's screen tells of a text that is about to be typed: whether its prompt takes it, or a dialog would.

/** The lines of a screen that say what is open. */
export type OpenDialog = { readonly shown: string }

/** A client that draws its prompt between two rules. */
const promptBoxes: ReadonlySet<string> = new Set(['code-agent'])

/** As Claude Code 2.1.328 draws them: the prompt stands between two rules, its first line behind a mark. */
const rule = /^\s*─{10,}/
const promptLine = /^\s*❯(\s|$)/

/** A choice: one numbered line is marked, and another one stands beside it. Codex and Gemini CLI mark theirs so, too. */
const markedChoice = /^[\s│|]*[❯›>●▶]\s*\d+[.)]\s/
const otherChoice = /^[\s│|]*\d+[.)]\s/
/** What stands below a choice that is numbered nowhere. */
const dialogKeys = /\b(?:enter to (?:confirm|select|save|submit)|esc to (?:cancel|exit))\b/i

/** A dialog stands at the end of a screen: what is above is the conversation, which may quote anything. */
const dialogLines = 20
const shownLines = 8

/**
 * What is open in the place of a prompt, null where a text would be taken as text. `client` is the type of a client that
 * draws on the terminal, null where none is known: of a known one its prompt has to be seen, of the others only what looks
 * like a choice is held for a dialog.
 */
export function dialogOn(screen: string, client: string | null): OpenDialog | null {
  const lines = screen.trimEnd().split('\n')
  const isOpen = client !== null && promptBoxes.has(client) ? !hasPrompt(lines) : hasChoice(lines)
  return isOpen ? { shown: endOf(lines) } : null
}

/**
 * The same after `text` was pasted. A list that somebody numbered looks like a choice behind the mark of a prompt, so its
 * own lines do not count.
 */
export function dialogAfterPaste(screen: string, client: string | null, text: string): OpenDialog | null {
  const dialog = dialogOn(screen, client)
  if (dialog === null || (client !== null && promptBoxes.has(client))) return dialog
  const numbered = text.split('\n').flatMap((line) => (otherChoice.test(line) ? [line.trim()] : []))
  const isOfText = (line: string): boolean => {
    const bare = line.replace(/^[\s│|❯›>●▶]+/, '').trim()
    return bare !== '' && numbered.some((own) => own.startsWith(bare))
  }
  const others = screen.split('\n').filter((line) => !isOfText(line))
  return dialogOn(others.join('\n'), client)
}

/** The last two rules are the prompt's: a dialog has one above it at most. */
function hasPrompt(lines: readonly string[]): boolean {
  const bottom = lines.findLastIndex((line) => rule.test(line))
  const top = lines.slice(0, Math.max(0, bottom)).findLastIndex((line) => rule.test(line))
  return top !== -1 && promptLine.test(lines[top + 1] ?? '')
}

function hasChoice(lines: readonly string[]): boolean {
  const end = lines.slice(-dialogLines)
  const marked = end.findIndex((line) => markedChoice.test(line))
  if (marked === -1) return false
  return end.some((line, at) => at !== marked && otherChoice.test(line)) || end.some((line) => dialogKeys.test(line))
}

/** From the rule that a dialog stands under, or the last lines. */
function endOf(lines: readonly string[]): string {
  const end = lines.slice(lines.findLastIndex((line) => rule.test(line) || /^\s*▔{10,}/.test(line)) + 1)
  return end
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd())
    .slice(-shownLines)
    .join('\n')
}
