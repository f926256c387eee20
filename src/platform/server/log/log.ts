// The part of pino's logger that the code uses, so that nothing else depends on the library.

type LogLine = {
  (fields: object, message: string): void
  (message: string): void
}

export interface Log {
  readonly debug: LogLine
  readonly info: LogLine
  readonly warn: LogLine
  readonly error: LogLine
}

/** Says nothing, for tests and for parts that run before the log exists. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
