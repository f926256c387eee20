// Why a backup could not be unpacked into a folder, and what to do.
import { CliError } from '#platform/server/cli/cli-error.ts'
import { isDiskFull } from './disk-full.ts'

/** What a disk or its rights say, in words; anything else as it is. */
export function tellUnwritten(error: unknown, home: string): unknown {
  if (isDiskFull(error)) {
    return new CliError('unavailable', `the disk of ${home} became full while the backup was unpacked`, {
      hints: [
        'Nothing was changed. Make room: what the home holds now is kept, so both have to fit.',
        'Or restore on another disk: SERVICE_HOME=… orrery restore <archive>',
      ],
      cause: error,
    })
  }
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return error
  return new CliError('no_permission', `${home} and the folder it lies in can't be written to: ${code}`, {
    hints: ['Nothing was changed. Run it as the user whose home it is.'],
    cause: error,
  })
}
