// The checkboxes of a Markdown text, as they are rendered. Apart from the page's renderer, which needs a document.
import { Marked, type Token } from 'marked'

const marked = new Marked({ gfm: true, breaks: true })

/** Whether each is ticked, in the order in which they are read. */
export function boxesOf(text: string): boolean[] {
  const boxes: boolean[] = []
  void marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === 'list_item' && 'task' in token && token.task === true) boxes.push(token.checked === true)
  })
  return boxes
}
