// Which of the harnesses are installed, as filled places and by their names.
import type { ReactNode } from 'react'
import type { Device } from '../../contract.ts'
import { harnessesShort } from '../../core/harness-words.ts'

/** The catalog is locked; the page takes types from contracts, not values. */
export const harnessesInAll = 6

type Props = { readonly device: Pick<Device, 'installedHarnesses' | 'harness_versions'> }

export function Harnesses({ device }: Props): ReactNode {
  const names = device.installedHarnesses
  return (
    <>
      <span className="row">
        <span className="places" aria-hidden>
          {Array.from({ length: harnessesInAll }, (_, place) => (
            <i key={place} className={place < names.length ? undefined : 'free'} />
          ))}
        </span>
        <span className="meta">
          {names.length} of {harnessesInAll}
        </span>
      </span>
      <div className="tags cut" title={harnessesShort(device).join(', ')}>
        {names.join(', ')}
      </div>
    </>
  )
}
