import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ViewFrame } from '#platform/contract.ts'
import { tellSight, type SightWorld } from './tell-sight.ts'

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'
  readonly location = { pathname: '/board', search: '' }
  readonly marks = new Set<string>()
  readonly documentElement = {
    toggleAttribute: (name: string, isOn: boolean) => (isOn ? this.marks.add(name) : this.marks.delete(name)),
  } as unknown as SightWorld['documentElement']
  readonly view = Object.assign(new EventTarget(), { location: this.location })
  get defaultView(): SightWorld['defaultView'] {
    return this.view as SightWorld['defaultView']
  }
  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
  go(search: string): void {
    this.location.search = search
    this.view.dispatchEvent(new Event('pushState'))
  }
}

test('each change is said, and on a new connection what is so', () => {
  const said: ViewFrame[] = []
  const page = new Page()
  const { onOpen } = tellSight((frame) => said.push(frame), page)
  onOpen()
  page.turn('hidden')
  onOpen()
  page.turn('visible')
  page.go('?session=s1')
  assert.deepEqual(
    said.map(({ state, page: at }) => `${state} ${at}`),
    ['visible /board', 'hidden /board', 'hidden /board', 'visible /board', 'visible /board?session=s1'],
  )
})

test('what turns for ever knows that nobody sees it', () => {
  const page = new Page()
  tellSight(() => {}, page)
  page.turn('hidden')
  assert.deepEqual([...page.marks], ['data-hidden'])
  page.turn('visible')
  assert.deepEqual([...page.marks], [])
})

test('an address that is too long for the service is cut', () => {
  const said: ViewFrame[] = []
  const page = new Page()
  tellSight((frame) => said.push(frame), page)
  page.go(`?q=${'x'.repeat(5000)}`)
  assert.equal(said[0]?.page?.length, 2000)
})
