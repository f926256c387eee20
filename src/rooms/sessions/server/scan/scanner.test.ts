import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { silentLog as log } from '#platform/server/log/log.ts'
import { startScanner } from './scanner.ts'

/** A tmux that tells of changes when it is told to. */
function tellingTmux() {
  let tell = (): void => assert.fail('nobody watches')
  return {
    tell: () => tell(),
    watch(onChange: () => void): AsyncDisposable {
      tell = onChange
      return { [Symbol.asyncDispose]: async () => {} }
    },
  }
}

async function openScanner(whileOpening: () => Promise<unknown>) {
  const tmux = tellingTmux()
  let looks = 0
  const look = async () => void (looks += 1)
  const scanner = startScanner({ tmux, log, look, whileOpening })
  await scanner.firstLook
  // The watch begins a turn after the first look.
  await nextTurn()
  await nextTurn()
  return { tmux, looks: () => looks, [Symbol.asyncDispose]: () => scanner[Symbol.asyncDispose]() }
}

test('what tmux tells while we open a terminal is looked at once, after it is open', async () => {
  const opening = Promise.withResolvers<void>()
  await using scanner = await openScanner(() => opening.promise)
  scanner.tmux.tell()
  scanner.tmux.tell()
  await nextTurn()
  assert.equal(scanner.looks(), 1, 'the first look alone')
  opening.resolve()
  await nextTurn()
  assert.equal(scanner.looks(), 2)
})

test('what tmux tells at any other time is looked at at once', async () => {
  await using scanner = await openScanner(() => Promise.resolve())
  scanner.tmux.tell()
  await nextTurn()
  scanner.tmux.tell()
  await nextTurn()
  assert.equal(scanner.looks(), 3)
})
