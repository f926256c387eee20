// Backups: the button that makes one, how far it is, and those that are there.
import { Archive, Download, Trash2, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { report } from '#platform/web/ui/report.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { listBackups } from '../api.ts'
import type { Backup, BackupList } from '../contract.ts'
import { backupWords } from '../core/backup-plan.ts'
import { formatBytes } from '#base/bytes.ts'
import { deleteBackup, downloadBackup, startBackup } from './backup-acts.ts'
import { useLooks } from './use-looks.ts'

const load = () => call(listBackups)

export function BackupsPanel(): ReactNode {
  const [isAsked, setAsked] = useState(false)
  const [query, reload] = useQuery(load, String(useLooks()))
  const isRunning = query.kind === 'ready' && query.value.backups.some(({ state }) => state === 'running')
  const start = async () => {
    setAsked(true)
    const answered = startBackup()
    reload()
    const refusal = await answered
    setAsked(false)
    if (refusal !== null) report('No backup was made', refusal)
    reload()
  }
  return (
    <section className="sys-panel sys-backups" aria-labelledby="system-backups">
      <header>
        <h2 id="system-backups">Backups</h2>
        <Button
          className="push"
          isSmall
          icon={Archive}
          label="Back up now"
          aria-disabled={isAsked || isRunning}
          onClick={() => (isAsked || isRunning ? undefined : void start())}
        />
      </header>
      {query.kind === 'loading' ? <Skeleton lines={2} /> : null}
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
      {query.kind === 'ready' ? <Known list={query.value} reload={reload} /> : null}
    </section>
  )
}

type KnownProps = { readonly list: BackupList; readonly reload: () => void }

function Known({ list: { backups, folder, free_bytes: free, elsewhere }, reload }: KnownProps): ReactNode {
  const latest = backups.find(({ state }) => state === 'done')
  return (
    <>
      {backups.length === 0 ? (
        <p className="meta">None yet. One holds the database, settings and your strands.</p>
      ) : null}
      <ul className="archives">
        {backups.map((backup) => (
          <Row key={backup.id} backup={backup} reload={reload} />
        ))}
      </ul>
      <p className="meta">{`In ${folder}, with ${formatBytes(free)} free. Keep a copy elsewhere.`}</p>
      {elsewhere === null ? null : <p className="meta">{elsewhere}</p>}
      {latest === undefined ? null : (
        <CommandLine text={`orrery restore ${latest.id}`} name="the command that restores" />
      )}
    </>
  )
}

type RowProps = { readonly backup: Backup; readonly reload: () => void }

function Row({ backup, reload }: RowProps): ReactNode {
  const { id, state, at, bytes, total_bytes: total } = backup
  const remove = async () => {
    await deleteBackup(backup)
    reload()
  }
  return (
    <li data-state={state}>
      <span className="what">
        <b>{id}</b>
        <RelativeTime since={at} className="meta" />
        <span className="meta" role={state === 'running' ? 'status' : undefined}>
          {backupWords(backup, formatBytes)}
        </span>
      </span>
      {state === 'running' ? (
        <progress aria-label="Backup under way" max={Math.max(1, total ?? 1)} value={bytes} />
      ) : null}
      <span className="do">
        {state === 'done' ? (
          <Button
            isSmall
            look="quiet"
            icon={Download}
            aria-label={`Download ${id}`}
            onClick={() => void downloadBackup(backup)}
          />
        ) : null}
        <Remove backup={backup} onRemove={() => void remove()} />
      </span>
    </li>
  )
}

type RemoveProps = { readonly backup: Backup; readonly onRemove: () => void }

/** Asks once for what is whole: nothing brings an archive back. */
function Remove({ backup: { id, state }, onRemove }: RemoveProps): ReactNode {
  const [isAsking, setAsking] = useState(false)
  if (isAsking) {
    return (
      <>
        <Button isSmall look="danger" label="Delete for good" onClick={onRemove} />
        <Button isSmall look="quiet" label="Keep" autoFocus onClick={() => setAsking(false)} />
      </>
    )
  }
  if (state === 'running')
    return <Button isSmall look="quiet" icon={X} aria-label="Cancel the backup" onClick={onRemove} />
  const remove = () => (state === 'done' ? setAsking(true) : onRemove())
  return <Button isSmall look="quiet" icon={Trash2} aria-label={`Delete ${id}`} onClick={remove} />
}
