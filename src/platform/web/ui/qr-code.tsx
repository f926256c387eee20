// A QR code, drawn here: no other site hears of the address.
import makeQrCode from 'qrcode-generator'
import type { ReactNode } from 'react'
import './qr-code.css'

/** Modules of quiet around it, as ISO/IEC 18004 asks. */
const quiet = 4

export function QrCode({ text }: { readonly text: string }): ReactNode {
  const { size, path } = draw(text)
  const side = size + 2 * quiet
  return (
    <svg className="qr" viewBox={`${-quiet} ${-quiet} ${side} ${side}`} role="img" aria-label={`QR code of ${text}`}>
      <path d={path} />
    </svg>
  )
}

/** One square for each dark module; the smallest code that holds the text. */
function draw(text: string): { readonly size: number; readonly path: string } {
  const code = makeQrCode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const cells = Array.from({ length: size * size }, (_, index) => [Math.floor(index / size), index % size] as const)
  const dark = cells.filter(([row, column]) => code.isDark(row, column))
  return { size, path: dark.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join('') }
}
