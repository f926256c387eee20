// What marks of shells may hold, for each of them.

/** Characters of a command, and of a list of names; with all of them encoded a mark is shorter than its reader's bound. */
export const markLimit = 4000

/** Characters that would end a mark, or act in a terminal, in the order in which they are encoded. */
export const controlCodes: readonly string[] = [...Array(31).keys(), 126].map((code) =>
  (code + 1).toString(16).toUpperCase().padStart(2, '0'),
)
