// The tables of fuel.

/** What was used; a record of a key that is there takes its place. `session_id` is empty where no session used it. */
type FuelUsageTable = {
  key: string
  at: string
  /** Of the time zone in force when it was counted. */
  day: string
  session_id: string
  agent: string
  device_id: string
  model: string
  source: string
  input: number
  output: number
  cache_read: number
  cache_write: number
  /** In dollars; null while no price is known. */
  cost: number | null
}

/** Sums of the records of a day that have these in common. */
type FuelDaysTable = {
  day: string
  session_id: string
  agent: string
  device_id: string
  model: string
  input: number
  output: number
  cache_read: number
  cache_write: number
  /** How many of its tokens have a price. */
  priced: number
  cost: number
}

/** By device and conversation, as JSON: what was counted since its program closed it. */
type FuelConversationsTable = {
  conversation: string
  /** Empty until it was closed. */
  chain: string
  state: string
}

/** How far files of agents were read. */
type FuelFilesTable = {
  path: string
  session_id: string
  read_at: string
  /** JSON. */
  state: string
}

type FuelBudgetsTable = {
  place: number
  /** JSON. */
  budget: string
}

/** All of them. */
export type FuelTables = {
  fuel_usage: FuelUsageTable
  fuel_days: FuelDaysTable
  fuel_conversations: FuelConversationsTable
  fuel_files: FuelFilesTable
  fuel_budgets: FuelBudgetsTable
}
