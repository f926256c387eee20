// Devices: the machines that sessions may run on, as they are now.
import { Plus, Search } from 'lucide-react'
import { useCallback, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { NotTold } from '#platform/web/live/not-told.tsx'
import { setParameters, useParameter } from '#platform/web/shell/parameters.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { watchMedia } from '#platform/web/ui/media.ts'
import { readVersion } from '#rooms/modes/api.ts'
import { listDevices } from '../../api.ts'
import type { Device } from '../../contract.ts'
import { findDevices } from '../../core/find-devices.ts'
import { devicesLoaded } from '../device-store.ts'
import { useDeviceIds } from '../use-devices.ts'
import { openPairing } from '../dialog-state.ts'
import { DeviceCards } from './device-cards.tsx'
import { DeviceTable } from './device-table.tsx'
import { RevokedDevices } from './revoked-devices.tsx'
import './devices.css'

const askAnew = () => call(listDevices)
const everyDevice = (all: readonly Device[]): readonly Device[] => all
const otherMachines = (all: readonly Device[]): readonly Device[] => all.filter((device) => !device.is_local)

export function DevicesPage(): ReactNode {
  const isTold = useValue(devicesLoaded)
  const count = useDeviceIds(everyDevice).length
  return (
    <div className="devices-page">
      <div className="page-head">
        <h1>Devices</h1>
        {count === 0 ? null : <span className="meta wide">{formatCount(count)}</span>}
        <span className="push" />
        {count === 0 ? null : <FilterField />}
        <Button look="primary" className="wide" icon={Plus} label="Pair a device" onClick={openPairing} />
        <Button look="primary" className="narrow" icon={Plus} aria-label="Pair a device" onClick={openPairing} />
      </div>
      {isTold ? (
        <Told isEmpty={count === 0} />
      ) : (
        <NotTold ask={askAnew} why="From this address devices take a login." />
      )}
    </div>
  )
}

function Told({ isEmpty }: { readonly isEmpty: boolean }): ReactNode {
  const isAlone = useDeviceIds(otherMachines).length === 0
  return (
    <div className="devices scroll" role="region" aria-label="Paired devices" tabIndex={0}>
      {isEmpty ? null : <Listed />}
      {isAlone ? <NoDevices title={isEmpty ? 'No machine is paired yet' : 'Only this machine so far'} /> : null}
      <RevokedDevices />
      {isEmpty ? null : <FootNote />}
    </div>
  )
}

const askVersion = () => call(readVersion)

/** The table would go on beside the window. */
const tooNarrow = watchMedia('(max-width: 1119px)')

function Listed(): ReactNode {
  const q = useParameter('q')
  const choose = useCallback((all: readonly Device[]) => findDevices(all, q), [q])
  const ids = useDeviceIds(choose)
  const [version] = useQuery(askVersion)
  const hubVersion = version.kind === 'ready' ? version.value.version : null
  const isNarrow = useSyncExternalStore(tooNarrow.subscribe, tooNarrow.matches)
  if (ids.length === 0) {
    return (
      <Empty title="No device fits this filter">
        <Button label="Clear the filter" onClick={() => setParameters({ q: '' })} />
      </Empty>
    )
  }
  const List = isNarrow ? DeviceCards : DeviceTable
  return <List ids={ids} hubVersion={hubVersion} />
}

function FilterField(): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const q = useParameter('q')
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'devices.filter',
        title: 'Filter devices',
        group: 'Devices',
        keys: '/',
        keysOnly: true,
        run: () => field.current?.select(),
      },
    ],
    [],
  )
  useCommands(commands)
  return (
    <label className="field wide">
      <Search className="i" aria-hidden />
      <input
        ref={field}
        value={q}
        placeholder="Filter by name, tag, harness"
        aria-label="Filter devices"
        spellCheck={false}
        onChange={({ target }) => setParameters({ q: target.value })}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return
          if (q === '') currentTarget.blur()
          else setParameters({ q: '' })
        }}
      />
      <Kbd keys="/" />
    </label>
  )
}

function NoDevices({ title }: { readonly title: string }): ReactNode {
  return (
    <Empty title={title}>
      <span>Pair one, and its memory, load, harnesses and models are shown here as they are.</span>
      <Button icon={Plus} label="Pair a device" onClick={openPairing} />
      <span className="meta">Or make the code in a terminal on the hub:</span>
      <CommandLine text="orrery devices pair" name="the command that makes a code" />
    </Empty>
  )
}

function FootNote(): ReactNode {
  return (
    <p className="foot-note">
      Bright tags were given at pairing or by hand, and stay. The dim ones come with the heartbeat and may change.
    </p>
  )
}
