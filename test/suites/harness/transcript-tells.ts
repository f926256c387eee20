// What the transcript of a life says.
import type { Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

/** A client may write it down some time after its card has moved. */
export async function transcriptTells({ call, token }: Service, id: string, told: RegExp): Promise<void> {
  let text = ''
  const isTold = async (): Promise<boolean> => {
    text = (await call(`GET /api/agents/${id}/transcript?format=markdown`, { token })).text
    return told.test(text)
  }
  await until(`its transcript says ${told.source}`, isTold).catch((error: unknown) => {
    throw new Error(text, { cause: error })
  })
}
