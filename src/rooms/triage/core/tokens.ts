// A guess at how many tokens a model makes of a text, high rather than low: a prompt that is cut loses its rules first.

/** English and JSON come to about four characters a token; other scripts to about one. */
const asciiPerToken = 3.5

export function estimateTokens(text: string): number {
  let ascii = 0
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < 128) ascii += 1
  return Math.ceil(ascii / asciiPerToken + (text.length - ascii))
}
