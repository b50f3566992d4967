/** What the exit status of `cairn` says. */
export const EXIT = { fine: 0, failed: 1, usage: 2, unreachable: 3, stopped: 130 } as const
