// Reads what programs of a machine say about it.
import type { Gpu } from '../contract.ts'

const mebibyte = 1024 ** 2

/** Of `nvidia-smi --query-gpu=name,memory.total,memory.free --format=csv,noheader,nounits`; lines that are none are left out. */
export function readGpus(text: string): Gpu[] {
  return text.split('\n').flatMap((line) => {
    const groups = /^(?<name>.+), (?<total>\d+), (?<free>\d+)\s*$/.exec(line)?.groups
    if (groups === undefined) return []
    const { name = '', total, free } = groups
    return [{ name: name.slice(0, 200), total_memory: Number(total) * mebibyte, free_memory: Number(free) * mebibyte }]
  })
}

/** Where a model server listens, by the forms that OLLAMA_HOST has; `hostname` without brackets. Null for what is none. */
export function modelServerOf(host: string | null): { readonly origin: string; readonly hostname: string } | null {
  const form = /^(?:(?<scheme>https?):\/\/)?(?<name>\[[0-9a-f:.]+\]|[^/:[\]]*)(?::(?<port>\d{1,5}))?\/?$/i
  const groups = form.exec(host ?? '')?.groups
  if (groups === undefined) return null
  const scheme = groups.scheme?.toLowerCase() ?? 'http'
  // An address to listen on, which stands for all of this machine's.
  const name = ['', '0.0.0.0', '[::]'].includes(groups.name ?? '') ? '127.0.0.1' : (groups.name ?? '').toLowerCase()
  const port = groups.port ?? (groups.scheme === undefined ? '11434' : scheme === 'https' ? '443' : '80')
  return { origin: `${scheme}://${name}:${port}`, hostname: name.replaceAll(/^\[|\]$/g, '') }
}
