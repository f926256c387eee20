// A transcript as Markdown: what the page copies, the route answers and the command prints.
import type { TurnEntry, Turn, ToolRun } from './fold.ts'
import { resultWords, turnWords, wholeWords } from './words.ts'

export type Titled = { readonly title: string; readonly agent: string | null; readonly turns: readonly Turn[] }

export function toMarkdown({ title, agent, turns }: Titled): string {
  const about = [...(agent === null ? [] : [agent]), wholeWords(turns)].join(', ')
  return [`# ${oneLineOf(title)}`, about, ...turns.flatMap(turnParts)].join('\n\n') + '\n'
}

function turnParts(turn: Turn): string[] {
  const { n, prompts, beganAt } = turn
  const when = beganAt === null ? '' : `, ${beganAt.slice(0, 16).replace('T', ' ')} UTC`
  const foot = turnWords(turn)
  return [
    `## ${n}. You${when}`,
    ...prompts.map(({ text, cut }) => quoted(withCut(text, cut))),
    ...turn.entries.map(entryPart),
    ...(foot === '' ? [] : [`*${foot}*`]),
  ]
}

function entryPart(entry: TurnEntry): string {
  if (entry.kind === 'used') return toolPart(entry)
  const text = withCut(entry.text, entry.cut)
  if (entry.kind === 'agent') return text
  return entry.kind === 'thought' ? quoted(`*Thought*\n\n${text}`) : `*${oneLineOf(text)}*`
}

function toolPart(used: ToolRun): string {
  const { tool, result } = used
  const told = resultWords(used)
  const subject = tool.title === '' ? '' : ` ${asCode(tool.title)}`
  const head = `**${escaped(tool.name)}**${subject}${told === '' ? '' : ` (${told})`}`
  const text = result === null ? '' : withCut(result.text, result.cut)
  return text === '' ? head : `${head}\n\n${fenced(text)}`
}

function withCut(text: string, cut: number): string {
  return cut === 0 ? text : `${text}\n… ${cut} more characters`
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** Closed by a fence that stands nowhere in the text. */
function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}\n${text}\n${fence}`
}

function asCode(text: string): string {
  const line = oneLineOf(text)
  const tick = '`'.repeat(longestRun(line) + 1)
  const room = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${tick}${room}${line}${room}${tick}`
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).slice(0, 10_000).map(({ length }) => length))
}

const oneLineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const escaped = (text: string): string => text.replaceAll(/[\\*_`<>[\]]/g, String.raw`\$&`)
