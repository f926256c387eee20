// What the demo's model says of tasks: made of their ids, so that it says the same each time.

/** Parts of a score by task id, where a sum over its letters would make no sense of it. */
const known: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'T-104': [5, 5, 4, 3],
  'T-108': [5, 5, 4, 2],
  'T-130': [3, 4, 5, 2],
  'T-118': [4, 4, 4, 3],
  'T-107': [4, 2, 3, 4],
  'T-121': [3, 3, 5, 2],
  'T-106': [2, 1, 5, 1],
  'T-110': [2, 3, 4, 2],
  'T-119': [3, 2, 3, 3],
}

const reasons = [
  'Customers feel it, and little stands in its way.',
  'It blocks work that others wait for.',
  'Useful, but nobody waits for it today.',
] as const

/** The content of a completion that answers this prompt of triage. */
export function modelAnswer(prompt: string): string {
  const list = prompt.slice(prompt.lastIndexOf('\nTASKS\n') + '\nTASKS\n'.length)
  const ids = [...list.matchAll(/^\{"id":"(?<id>[^"]+)"/gm)].map(({ groups }) => groups?.id ?? '')
  return JSON.stringify({ scores: Object.fromEntries(ids.map((id) => [id, scoreOf(id)])) })
}

function scoreOf(id: string): object {
  const sum = Array.from(id, (letter) => letter.charCodeAt(0)).reduce((total, code) => total + code, 0)
  const [impact, urgency, confidence, effort] = known[id] ?? [1 + (sum % 4), 1 + (sum % 3), 3, 3]
  const lane = impact * urgency >= 16 ? 'now' : impact * urgency >= 9 ? 'next' : 'later'
  return { impact, urgency, confidence, effort, lane, reason: reasons[sum % reasons.length] }
}
