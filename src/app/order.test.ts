// ARCHITECTURE.md tells in which order the service opens and starts its rooms: as app/server.ts has it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const server = read('src/app/server.ts')
const told = read('ARCHITECTURE.md')

/** The names that a line of the document begins with, without what stands in brackets behind them. */
function namesIn(word: string, between: RegExp): string[] {
  const line = new RegExp(`^${word} +(?<rest>.+)$`, 'm').exec(told)?.groups?.rest ?? ''
  return line.split(between).map((name) => name.replace(/ \(.*/, '').trim())
}

test('rooms open in the order that is told, after what knows neither: settings, mode and logins', () => {
  const opened = [...server.matchAll(/house\.open\((?:open|create)(\w+?)(?:Room)?\(/g)].map(([, name = '']) => name)
  const first = ['Settings', 'Modes', 'Ground', 'Auth']
  assert.deepEqual(opened.slice(0, first.length), first)
  assert.deepEqual(['Ground', ...opened.slice(first.length)], namesIn('open', /·/).map(capital))
})

test('rooms start in the order that is told', () => {
  const started = [...server.matchAll(/house\.start\((?<names>[^)]+)\)/g)].map(({ groups }) => groups?.names ?? '')
  assert.deepEqual(
    started.flatMap((names) => names.split(', ')).map((name) => name.replace('ownSettings', 'settings')),
    namesIn('start', /─▶/),
  )
})

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)
