// A line of stdin: apart, since a daemon that reads none is to load nothing of it.
import { createInterface } from 'node:readline/promises'

/** The first line; empty where there is none. */
export async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
