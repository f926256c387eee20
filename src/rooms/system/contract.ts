// Wire types of the service about itself: how it stands, its log, what doctor found, its backups.
import { z } from 'zod'
import { nodesSchema } from '#rooms/nodes/contract.ts'
import { defaultPageLimit, maxPageLimit, nextCursorSchema, timestampSchema } from '#platform/contract.ts'

const countSchema = z.number().int().min(0)

/** How much room the disk of the home has: `warn` below 1 GB, `fail` below 100 MB. */
export const roomLevels = ['ok', 'warn', 'fail'] as const
/** One of those levels. */
export type RoomLevel = (typeof roomLevels)[number]

/** GET /api/system. Sums that only grow (`…_ms`) are there to be compared with those of a later answer. */
export const systemAnswerSchema = z.object({
  at: timestampSchema,
  host: z.object({
    name: z.string(),
    user: z.string(),
    /** `Linux 6.1.0 x64` */
    system: z.string(),
    cores: countSchema,
    up_seconds: countSchema,
  }),
  service: z.object({
    pid: countSchema,
    url: z.string(),
    home: z.string(),
    mode: z.enum(['legacy', 'fabric']),
    started_at: timestampSchema,
    /** What it holds of the memory. */
    resident_bytes: countSchema,
    heap_bytes: countSchema,
    cpu_ms: countSchema,
    /** How long its event loop had something to do. */
    busy_ms: countSchema,
    viewers: countSchema,
  }),
  versions: z.object({ orrery: z.string(), node: z.string(), sqlite: z.string(), tmux: z.string().nullable() }),
  load: z.object({
    /** The system's averages of one, five and fifteen minutes. */
    averages: z.tuple([z.number(), z.number(), z.number()]),
    busy_ms: countSchema,
    idle_ms: countSchema,
  }),
  memory: z.object({ total_bytes: countSchema, free_bytes: countSchema }),
  disk: z.object({ total_bytes: countSchema, free_bytes: countSchema, level: z.enum(roomLevels) }),
  tmux: z.object({
    /** The name of its server, as `tmux -L` takes it; null for the usual one. */
    socket: z.string().nullable(),
    /** How many sessions it has, ours and others; null when it gives no clear answer. */
    sessions: countSchema.nullable(),
    /** Why it gives none; null when it does. */
    problem: z.string().nullable(),
  }),
  database: z.object({
    bytes: countSchema,
    wal_bytes: countSchema,
    pages: countSchema,
    free_pages: countSchema,
    page_bytes: countSchema,
    /** The number of its last migration. */
    schema: countSchema,
    /** Why it takes no changes, and what to do; null while it takes them. */
    problem: z.string().nullable(),
  }),
  sessions: z.object({
    total: countSchema,
    idle: countSchema,
    running: countSchema,
    awaiting_review: countSchema,
    completed: countSchema,
    failed: countSchema,
  }),
  /** The services of one PostgreSQL; null without DATABASE_URL. */
  nodes: nodesSchema.nullable(),
  access: z.object({
    /** The setting by which callers from elsewhere reach the service; null while none can. */
    exposed_by: z.string().nullable(),
    /** Who may do what, in sentences. */
    words: z.array(z.string()),
  }),
})
export type SystemAnswer = Readonly<z.infer<typeof systemAnswerSchema>>

/** How much a line of the log matters, rising. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
/** One of those levels. */
export type LogLevel = (typeof logLevels)[number]

/** GET /api/system/logs: with `cursor` what is older than it, with `after` what is newer, else the newest. */
export const logQuerySchema = z
  .strictObject({
    /** The least that is shown. */
    level: z.enum(logLevels).default('debug'),
    limit: z.coerce.number().int().min(1).max(maxPageLimit).default(defaultPageLimit),
    cursor: z.string().optional(),
    after: z.string().optional(),
  })
  .refine(({ cursor, after }) => cursor === undefined || after === undefined, {
    error: 'is for newer lines, and cursor for older ones: give one of them',
    path: ['after'],
  })
/** How the log is asked for. */
export type ServiceLogQuery = z.infer<typeof logQuerySchema>

/** A line of the service's log. */
export const logRowSchema = z.object({
  /** Its place in the log. */
  id: z.string(),
  at: timestampSchema,
  level: z.enum(logLevels),
  message: z.string(),
  /** What the line tells besides, without secrets. */
  fields: z.record(z.string(), z.unknown()),
  /** The stack of an error. */
  stack: z.string().nullable(),
})
/** One line of the log, as a page or a command gets it. */
export type ServiceLogRow = Readonly<z.infer<typeof logRowSchema>>

/** Newest first. `next_cursor` may come with few rows or none: what was looked through so far had no more of that level. */
export const logAnswerSchema = z.object({
  rows: z.array(logRowSchema),
  next_cursor: nextCursorSchema,
  /** For `after`: where this answer ends at its newer side. */
  newest: z.string(),
})
export type LogAnswer = Readonly<z.infer<typeof logAnswerSchema>>

/** What a look of doctor found. */
export const findingSchema = z.object({
  name: z.string(),
  level: z.enum(['ok', 'warn', 'fail']),
  says: z.string(),
  /** What to do; empty when nothing is to be done. */
  hints: z.array(z.string()).readonly(),
})
/** One look of doctor, as the service and the command tell it. */
export type FindingTold = Readonly<z.infer<typeof findingSchema>>

/** GET /api/system/doctor: the looks of `orrery doctor`, made inside the running service. */
export const doctorAnswerSchema = z.object({
  /** Whether nothing failed. */
  ok: z.boolean(),
  at: timestampSchema,
  pid: countSchema,
  version: z.string(),
  findings: z.array(findingSchema),
})
export type DoctorAnswer = Readonly<z.infer<typeof doctorAnswerSchema>>

/** The name of a backup: the second in which it began, and a number for the next one of that second. */
export const backupIdSchema = z.string().regex(/^\d{8}T\d{6}Z(?:-\d{1,3})?$/, {
  error: 'must be the id of a backup, such as 20261122T185021Z',
})

/** What an archive says of itself, in its first file. */
export const manifestSchema = z.object({
  /** Of the archive itself; a program refuses one that it does not know. */
  format: z.literal(1),
  product: z.literal('orrery'),
  made_at: timestampSchema,
  /** The program that made it. */
  version: z.string(),
  /** The last migration of the database in it. A program that knows less must not open it. */
  schema: countSchema,
  host: z.string(),
  home: z.string(),
  /** Whether it holds what agents and steps wrote. */
  outputs: z.boolean(),
})
export type Manifest = Readonly<z.infer<typeof manifestSchema>>

/** A backup that is under way, that is there, or that failed since the service started. */
export const backupSchema = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  at: timestampSchema,
  /** The archive, absolute. */
  path: z.string(),
  /** Of the archive once it is done, else of what is copied so far. */
  bytes: countSchema,
  /** About how much there is to copy; null once it is done. */
  total_bytes: countSchema.nullable(),
  /** What it is at; null unless it is under way. */
  step: z.enum(['database', 'archive']).nullable(),
  version: z.string().nullable(),
  schema: countSchema.nullable(),
  outputs: z.boolean().nullable(),
  /** Why it failed or can't be read, and what to do. */
  problem: z.string().nullable(),
})
export type Backup = Readonly<z.infer<typeof backupSchema>>

/** Most backups that `keep` may name. */
export const keepLimit = 1000

/** What no backup of the home holds, and how to keep it, where tables are in PostgreSQL; null where a backup holds all. */
const elsewhereSchema = z.string().nullable()

/** POST /api/system/backup */
export const backupRequestSchema = z
  .strictObject({
    /** Leaves out what agents and steps wrote when it is `left_out`. */
    outputs: z.enum(['kept', 'left_out']).default('kept'),
    /** Deletes all but the newest so many once this one is done; null keeps all. */
    keep: z.number().int().min(1).max(keepLimit).nullable().default(null),
  })
  .nullish()
export type BackupRequest = z.input<typeof backupRequestSchema>

/** One backup. It is still `running` when it takes longer than a request should; the list tells when it is done. */
export const backupAnswerSchema = z.object({ backup: backupSchema, elsewhere: elsewhereSchema })
export type BackupAnswer = Readonly<z.infer<typeof backupAnswerSchema>>

/** GET /api/system/backups, newest first. */
export const backupListSchema = z.object({
  backups: z.array(backupSchema),
  folder: z.string(),
  free_bytes: countSchema,
  elsewhere: elsewhereSchema,
})
export type BackupList = Readonly<z.infer<typeof backupListSchema>>

/** DELETE /api/system/backups/:id */
export const backupRemovedSchema = z.object({ ok: z.literal(true) })
export type BackupRemoved = z.infer<typeof backupRemovedSchema>
