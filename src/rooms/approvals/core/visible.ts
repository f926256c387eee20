// What an agent wrote, so that a person sees what is there: characters that nobody sees, or takes for a blank, are told by their numbers.

/** Line breaks and tabs stay. Of what hides or turns text round, `U+202E` stands in its place. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[^\P{C}\n\t]|[^\P{Z} ]|[\u115f\u1160\u3164\uffa0]/gu, nameOf)
}

function nameOf(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
}
