// The swimlanes of the board.

/** The lane of what has no epic; it stands at the bottom. */
export const ungrouped = ''
