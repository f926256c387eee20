// For tests: how a service stands.
import type { SystemAnswer } from '../contract.ts'

export function sampleSystem(change: Partial<SystemAnswer> = {}): SystemAnswer {
  return {
    at: '2026-11-22T19:00:00.000Z',
    host: { name: 'box', user: 'ada', system: 'Linux 6.1.0 x64', cores: 4, up_seconds: 7200 },
    service: {
      pid: 42,
      url: 'http://127.0.0.1:7420',
      home: '/home/ada/.service',
      mode: 'legacy',
      started_at: '2026-11-22T18:00:00.000Z',
      resident_bytes: 100 * 1024 * 1024,
      heap_bytes: 30 * 1024 * 1024,
      cpu_ms: 1000,
      busy_ms: 500,
      viewers: 1,
    },
    versions: { orrery: '0.1.0', node: '24.15.0', sqlite: '3.53.0', tmux: 'tmux 3.5a' },
    load: { averages: [0.5, 0.25, 0.1], busy_ms: 1000, idle_ms: 9000 },
    memory: { total_bytes: 8 * 1024 ** 3, free_bytes: 2 * 1024 ** 3 },
    disk: { total_bytes: 100 * 1024 ** 3, free_bytes: 40 * 1024 ** 3, level: 'ok' },
    tmux: { socket: null, sessions: 1, problem: null },
    database: { bytes: 4096, wal_bytes: 8192, pages: 10, free_pages: 1, page_bytes: 4096, schema: 14, problem: null },
    sessions: { total: 3, idle: 0, running: 2, awaiting_review: 1, completed: 0, failed: 0 },
    nodes: null,
    access: { exposed_by: null, words: ['Only this machine reaches it.'] },
    ...change,
  }
}
