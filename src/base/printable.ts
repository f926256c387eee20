// Text that strangers wrote (labels, prompts, agents' messages), made safe for one line of a terminal.

/** Control characters become spaces, so that no escape sequence and no line break passes. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}
