// A guess at how many tokens a model makes of a text, high rather than low: a prompt that is cut loses its rules first.

/** English and JSON come to about four characters a token; other scripts to about one. */
const asciiPerToken = 3.5

export function estimateTokens(text: string): number {
  const others = isAscii.test(text) ? 0 : countOthers(text)
  return Math.ceil((text.length - others) / asciiPerToken + others)
}

const isAscii = /^\p{ASCII}*$/u

function countOthers(text: string): number {
  let others = 0
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) others += 1
  return others
}
