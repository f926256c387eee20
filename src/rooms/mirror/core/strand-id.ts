// Ids of synthetic strands: a prefix and the beginning of the job's id, longer where two jobs begin alike.

export const strandPrefix = 'openclaw-cron-'

const usualLength = 8
/** How many more characters a collision takes at a time. */
const step = 4

/** The id for a job among those that are `taken`. Give ids in the order of the jobs' creation: the later one gets the longer id. */
export function strandIdOf(jobId: string, taken: (strandId: string) => boolean): string {
  const name = nameOf(jobId)
  for (let length = usualLength; length < name.length; length += step) {
    const id = strandPrefix + name.slice(0, length)
    if (!taken(id)) return id
  }
  return strandPrefix + name
}

/** The hex characters of a UUID; another kind of id as far as it can stand in a path. */
function nameOf(jobId: string): string {
  const hex = jobId.toLowerCase().replaceAll('-', '')
  return /^[0-9a-f]{8,}$/.test(hex) ? hex : jobId.replaceAll(/[^A-Za-z0-9_.-]/g, '_')
}
