// Reads a Dockerfile and the YAML of a compose file, as far as ours use them; what it does not understand it refuses.

export type Instruction = { readonly name: string; readonly text: string }

/** In their order, lines that go on joined, comments left out. */
export function readDockerfile(text: string): readonly Instruction[] {
  const lines = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n/g, ' ')
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? []
      if (name === undefined || rest === undefined) throw new Error(`no instruction: ${line}`)
      return { name, text: rest.replaceAll(/ +/g, ' ') }
    })
}

export type Yaml = string | null | readonly string[] | { readonly [key: string]: Yaml }

type Line = { readonly depth: number; readonly text: string }

/** Maps of maps, lists of plain texts, plain and quoted texts, two blanks a level. */
export function readYaml(text: string): Yaml {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line): Line => {
      const [indent = ''] = /^ */.exec(line) ?? []
      if (indent.length % 2 !== 0 || line.includes('\t')) throw new Error(`indented by an odd width: ${line}`)
      return { depth: indent.length / 2, text: line.trim() }
    })
  return block(lines, 0)
}

function block(lines: readonly Line[], depth: number): Yaml {
  if (lines.length === 0) return null
  if (lines.every(({ text }) => text.startsWith('- '))) return lines.map(({ text }) => scalar(text.slice(2)))
  const starts = lines.flatMap((line, at) => (line.depth === depth ? [at] : []))
  if (starts[0] !== 0) throw new Error(`too deep: ${lines[0]?.text}`)
  const entries = starts.map((at, nth): [string, Yaml] => {
    const { key, value } = /^(?<key>[\w.-]+):(?: (?<value>.+))?$/.exec(lines[at]?.text ?? '')?.groups ?? {}
    if (key === undefined) throw new Error(`no key: ${lines[at]?.text}`)
    const inner = lines.slice(at + 1, starts[nth + 1])
    return [key, value === undefined ? block(inner, depth + 1) : scalar(value)]
  })
  const map = Object.fromEntries(entries)
  if (Object.keys(map).length < entries.length) throw new Error('a key stands twice')
  return map
}

const scalar = (text: string): string => /^(?<quote>["'])(?<inside>.*)\k<quote>$/.exec(text)?.groups?.inside ?? text
