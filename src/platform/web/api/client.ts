// Calls by path, for routes that no api.ts declares yet.
import { err, ok, type Result } from '#base/result.ts'
import { exchange, readJson, textOf, type FileAnswer, type Sent } from './exchange.ts'
import { isRecord, readProblem, type Problem } from './problem.ts'

export async function call<T>(path: string, options: Sent = {}): Promise<Result<T, Problem>> {
  const answer = await exchange(path, options)
  if (!answer.ok) return answer
  const body = readJson(answer.value.bytes)
  return isRecord(body) ? ok(body as T) : err(readProblem({ ...answer.value, body }))
}

export async function callText(path: string): Promise<Result<string, Problem>> {
  const answer = await exchange(path, {})
  return answer.ok ? ok(textOf(answer.value.bytes)) : answer
}

export async function callBytes(path: string, timeoutMs: number): Promise<Result<FileAnswer, Problem>> {
  const answer = await exchange(path, { timeoutMs })
  return answer.ok ? ok(answer.value) : answer
}
