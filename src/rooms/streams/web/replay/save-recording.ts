// Saves a recording as a file for players.
import { minuteMs } from '#base/time.ts'
import { callBytes } from '#platform/web/api/call.ts'
import { report } from '#platform/web/ui/report.ts'
import { readStream } from '../../api.ts'

/** Of 64 MiB on a slow line. */
const timeoutMs = 15 * minuteMs

export async function saveRecording(id: string): Promise<void> {
  const query = { format: 'asciicast' } as const
  const answer = await callBytes(readStream, { params: { id }, query, timeoutMs })
  if (!answer.ok) return report('Not saved', answer.error)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([answer.value.bytes], { type: 'application/x-asciicast' }))
  const named = /filename="(?<name>[^"]+)"/.exec(answer.value.headers.get('content-disposition') ?? '')
  link.download = named?.groups?.['name'] ?? `${id}.cast`
  link.click()
  URL.revokeObjectURL(link.href)
}
