// The QR code that takes a session to another device holds its terminal's address, module by module, and can be read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import makeQrCode from 'qrcode-generator'
import { signIn } from '../support/browser.ts'
import { launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'

/** Runs in the page: the modules as drawn, a row a line, by asking the shape what its middle points are in. */
const drawnModules = `(() => {
  const svg = document.querySelector('svg.qr')
  const path = svg.querySelector('path')
  const { x, width } = svg.viewBox.baseVal
  const size = width + 2 * x
  const row = (line) => Array.from({ length: size }, (_, column) =>
    path.isPointInFill(new DOMPoint(column + 0.5, line + 0.5)) ? '#' : '.').join('')
  return Array.from({ length: size }, (_, line) => row(line)).join('\\n')
})()`

/** Runs in the page: how light the modules and the ground between them are, from 0 to 255, as painted. */
const lightness = `(() => {
  const { fill, backgroundColor } = getComputedStyle(document.querySelector('svg.qr'))
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
  const of = (colour) => {
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    return Math.max(...context.getImageData(0, 0, 1, 1).data.slice(0, 3))
  }
  return [of(fill), of(backgroundColor)]
})()`

function modulesOf(text: string): string {
  const code = makeQrCode(0, 'M')
  code.addData(text)
  code.make()
  const places = Array.from({ length: code.getModuleCount() }, (_, place) => place)
  return places.map((row) => places.map((column) => (code.isDark(row, column) ? '#' : '.')).join('')).join('\n')
}

const at = journey({ device: null, env: { SERVICE_PUBLIC_URL: 'https://orrery.example:8443' } })

for (const colorScheme of ['dark', 'light'] as const) {
  test(`in the ${colorScheme} theme it says the public address of the terminal, dark on light`, async () => {
    const { service } = at
    await using tab = await at.openTab({ colorScheme })
    const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'sleep 300', label: 'Carry me' }))
    await signIn(tab, service, `/board?session=${id}`)
    const { page } = tab
    await page
      .getByRole('dialog', { name: 'Session Carry me' })
      .getByRole('button', { name: 'Go on elsewhere' })
      .click()
    const address = `https://orrery.example:8443/terminal/${id}`
    const code = page.getByRole('img', { name: `QR code of ${address}` })
    await code.waitFor()
    assert.equal(await page.evaluate(drawnModules), modulesOf(address))
    const [dark = 255, ground = 0] = await page.evaluate<number[]>(lightness)
    assert.ok(dark < 80 && ground > 200, `modules ${dark}, ground ${ground}`)
    const box = await code.boundingBox()
    assert.ok(box !== null && box.width === box.height && box.width >= 160)
  })
}
